"""The readers of one text held against each other, state by state."""
