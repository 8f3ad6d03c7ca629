"""The fewest plays that together exclude readings, by z3 and hitting sets.

A reading that some plays leave is shown by z3; each set of plays that excludes it takes one of those that exclude it
alone.  So the fewest plays with one of each such set are tried next, until z3 finds no reading that they leave.

Source: Ignatiev, Previti, Liffiton and Marques-Silva, *Smallest MUS extraction with minimal hitting set dualization*
(2015).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import z3

from queensbench.engines.follow.reading_sets import Cube, ReadingSets
from queensbench.engines.runtime.asking import Asking

MOST_SHOWN = 1_000
"""After so many readings that were shown, any set of plays will do from which none can be taken."""
MOST_TRIED = 20_000
"""The most choices that are tried to find the fewest plays; if these are not enough, again any set will do."""


@dataclass(frozen=True)
class Fact:
    """A play, and the readings that it leaves: ``alone``, and ``gone``, what it took of what was left before.

    ``last``: the options, each with its ruling, of which it took the last readings.
    """

    play: int
    alone: tuple[Cube, ...]
    gone: tuple[Cube, ...]
    last: tuple[tuple[int, int], ...] = ()

    def excludes(self, reading: Cube) -> bool:
        """Whether the play excludes a reading, the cube of it alone."""
        return any(reading & ~cube == 0 for cube in self.gone) or not any(
            reading & ~cube == 0 for cube in self.alone
        )


class Reasons:
    """What facts show together, beside what an engine claims."""

    def __init__(self, sets: ReadingSets, facts: Sequence[Fact], claimed: Cube) -> None:
        self.sets, self.facts = sets, list(facts)
        self._options = [
            [z3.Bool(f"{name}={option}") for option in options]
            for name, options in zip(sets.names, sets.options, strict=True)
        ]
        self._marks = [z3.Bool(f"play!{fact.play}") for fact in facts]
        self._shown: dict[Cube, int] = {}
        self._solver = Asking()
        for options in self._options:
            self._solver.add(z3.PbEq([(one, 1) for one in options], 1))
        self._solver.add(self._term(claimed))
        for mark, fact in zip(self._marks, facts, strict=True):
            self._solver.add(z3.Implies(mark, z3.Or([self._term(cube) for cube in fact.alone])))
            for cube in fact.gone:
                self._solver.add(z3.Implies(mark, z3.Not(self._term(cube))))

    def _term(self, cube: Cube) -> Any:
        parts = [
            z3.Or([self._options[ruling][option] for option in self.sets.options_in(cube, ruling)])
            for ruling in self.sets.bound_in(cube)
        ]
        return z3.And(parts) if parts else z3.BoolVal(True)

    def fewest(self, cubes: Sequence[Cube]) -> tuple[int, ...]:
        """The fewest plays that leave no reading of these cubes, the first of several; empty if all together leave one.

        Any from which none can be taken, where that takes too many tries.
        """
        self._solver.push()
        try:
            self._solver.add(z3.Or([self._term(cube) for cube in cubes]))
            chosen = self._chosen(cubes)
        finally:
            self._solver.pop()
        return tuple(fact.play for place, fact in enumerate(self.facts) if chosen >> place & 1)

    def _chosen(self, cubes: Sequence[Cube]) -> int:
        """The places of facts, as bits."""
        every = (1 << len(self.facts)) - 1
        if self._left(every) is not None:
            return 0
        known = [
            excluding
            for reading, excluding in self._shown.items()
            if any(reading & ~cube == 0 for cube in cubes)
        ]
        for _ in range(MOST_SHOWN):
            known = least(known)
            chosen = hitting(known)
            if chosen is None:
                break
            reading = self._left(chosen)
            if reading is None:
                return chosen
            excluding = sum(1 << place for place, fact in enumerate(self.facts) if fact.excludes(reading))
            self._shown[reading] = excluding
            known.append(excluding)
        for place in range(len(self.facts)):
            if self._left(every & ~(1 << place)) is None:
                every &= ~(1 << place)
        return every

    def _left(self, chosen: int) -> Cube | None:
        """A reading that these facts leave; None if they leave none."""
        marks = [mark for place, mark in enumerate(self._marks) if chosen >> place & 1]
        if self._solver.check(*marks) == z3.unsat:
            return None
        model = self._solver.model()
        return self.sets.of(
            [
                next(place for place, one in enumerate(options) if z3.is_true(model.eval(one, True)))
                for options in self._options
            ]
        )


def least(sets: Sequence[int]) -> list[int]:
    """The sets that hold no other one, as bits."""
    found: list[int] = []
    for one in sorted(set(sets), key=lambda bits: (bits.bit_count(), bits)):
        if not any(other & ~one == 0 for other in found):
            found.append(one)
    return found


def hitting(sets: Sequence[int], most: int = MOST_TRIED) -> int | None:
    """The fewest elements with one of each set, as bits, the first of several; None if that takes too many tries."""
    tries = [most]
    for size in range(sum(map(int.bit_count, sets)) + 1):
        found = _hitting(sets, size, 0, tries)
        if found is not None or tries[0] <= 0:
            return found
    return None


def _hitting(sets: Sequence[int], size: int, first: int, tries: list[int]) -> int | None:
    """So many elements from ``first`` on at most, the first in their order."""
    if not sets:
        return 0
    apart = held = 0
    for one in sets:
        if not one & held:
            apart, held = apart + 1, held | one
    if apart > size:
        return None
    for place in range(first, min(map(int.bit_length, sets))):
        rest = [one for one in sets if not one >> place & 1]
        if len(rest) == len(sets):
            continue
        tries[0] -= 1
        if tries[0] <= 0:
            return None
        found = _hitting([one >> place << place for one in rest], size - 1, place + 1, tries)
        if found is not None:
            return found | 1 << place
    return None


__all__ = ["Fact", "Reasons", "hitting", "least"]
