"""The surfaces of the toolkit: the command, lines of JSON, the local page, and plugins of pytest."""
