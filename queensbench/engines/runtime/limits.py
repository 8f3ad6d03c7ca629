"""The default limits of engines."""

from __future__ import annotations

MAX_STEPS = 10_000
"""The steps after which a game is cut off."""


MOST_STATES = 100_000
