"""Plugins of pytest; it finds `sessions` and `traceability` by itself where the toolkit is installed."""
