"""The changes that a run of a rule makes: stores, each with its guard."""

from __future__ import annotations

from dataclasses import dataclass

from queensbench.readers.symbolic.terms import Term
from queensbench.rules.typed import ir


@dataclass(frozen=True)
class Change:
    """A store: where ``guard`` holds, ``value`` at ``index`` of a table (its ``types``, its first cell ``offset``).

    ``places``: the cells that may be meant, each with the condition that it is; ``old``: what they held before.
    ``by``: of a store that is known to add to what was there, how much; ``value`` is nothing then.
    """

    guard: Term
    value: Term
    offset: int
    types: tuple[ir.Type, ...]
    index: tuple[Term, ...]
    places: tuple[tuple[int, Term], ...]
    old: tuple[Term, ...]
    type: ir.Type
    by: Term = None
