"""Queensbench from Python: sessions of a mode at an instance."""
