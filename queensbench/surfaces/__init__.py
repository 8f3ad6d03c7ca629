"""The surfaces of the toolkit: the command, and plugins of pytest."""
