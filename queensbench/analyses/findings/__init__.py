"""Findings of rulings: what the questions about them come to, mode by mode, put together for a ruleset."""
