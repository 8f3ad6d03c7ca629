"""Plugins of pytest; it finds `conformance`, `sessions` and `traceability` by itself where the toolkit is installed."""
