"""A local web page on which a game is played, explained and compared under its readings."""
