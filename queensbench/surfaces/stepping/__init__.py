"""Stepping through a game by lines of JSON, for programs in any language."""
