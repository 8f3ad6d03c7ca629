"""What a question asks of the engines, as rows; nothing is printed or drawn here."""
