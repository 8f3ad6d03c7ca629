"""Rows in; text, SVG or HTML out."""
