"""Differences between two versions of a project's rules, mode by mode."""
