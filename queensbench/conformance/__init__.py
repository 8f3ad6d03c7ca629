"""Engines under test: programs of others that play a game, held against its rules."""
