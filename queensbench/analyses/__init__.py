"""Questions to the engines, and their answers as rows; nothing is printed or drawn here."""
