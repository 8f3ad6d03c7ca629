"""Limits of all that is written out one by one: cells, moves, cases, turns of loops, entries of lookups.

A range may have four thousand million values: a cell of it is a number like any other.  But cells, moves, the cases
of a property and the turns of a loop are each handled one by one somewhere.  What is beyond its limit is refused when
a model is loaded, with its place.  A project may set limits of its own, in its ``pyproject.toml``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

TABLE = "tool.queensbench.limits"
"""The table of a ``pyproject.toml`` that sets limits."""

TIMES = 16
"""A project may raise a limit up to so many times its default; nothing beyond was tried."""


@dataclass(frozen=True)
class Limits:
    """The limits of a project.

    Attributes:
        cells: cells of a state, places of sequences included.
        moves: moves of a mode, possible or not: of all actions and chance events, all combinations of their arguments.
        cases: combinations of arguments that a property is asked for, and players that a score is asked for.
        turns: turns of a loop or a generator, with those of the loops around it.
        entries: entries of a lookup, from its least key to its greatest.
    """

    cells: int = 1 << 16
    moves: int = 1 << 22
    cases: int = 1 << 16
    turns: int = 1 << 20
    entries: int = 1 << 20


LIMITS = Limits()
"""The limits where a project sets none."""


def factors(numbers: Sequence[int]) -> str:
    """The factors of a count, to stand behind it: ``" (20 * 3,000)"``; empty for a single number."""
    return f" ({' * '.join(f'{number:,}' for number in numbers)})" if len(numbers) > 1 else ""


def raising(remedy: str, name: str) -> str:
    """A remedy, with the advice to raise the limit of this name instead."""
    return f"{remedy}, or raise {name} in [{TABLE}] of pyproject.toml"


__all__ = ["LIMITS", "TABLE", "TIMES", "Limits", "factors", "raising"]
