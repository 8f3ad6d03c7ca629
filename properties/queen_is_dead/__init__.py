"""The Queen Is Dead: what must hold, and in `studies` who acts when numbers tie."""
