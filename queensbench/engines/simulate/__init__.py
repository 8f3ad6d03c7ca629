"""Random games, from seeds."""
