"""Studies of The Queen's Collection: questions whose answer is a table."""
