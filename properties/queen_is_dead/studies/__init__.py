"""Studies of The Queen Is Dead: questions whose answer is a table."""
