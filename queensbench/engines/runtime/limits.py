"""Limits of engines, unless they are asked otherwise."""

from __future__ import annotations

MAX_STEPS = 10_000
"""A game is stopped after so many steps."""


MOST_STATES = 100_000
