"""Where a user meets the toolkit: the command, and plugins of pytest."""
