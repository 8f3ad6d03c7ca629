"""Queensbench, a bench of judges for rulebooks: this package is the toolkit, and it knows no game."""

__version__ = "0.1.0"
