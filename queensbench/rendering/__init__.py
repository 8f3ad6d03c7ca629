"""Rendering: rows in; text, SVG or HTML out."""
