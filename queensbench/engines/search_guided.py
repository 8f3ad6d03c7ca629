"""Guided play: a beam of states, those with the highest count kept, for plays too long to be searched for.

It finds plays, never bounds: a play found here is an upper bound on the shortest, and is replayed by the
interpreter like any other.  States advance by players' choices; between choices chance events are followed.
Among states of the same count those kept are drawn at random, from a seed, so that the result is repeatable.

What it cannot see: plays that begin badly.  That it finds none says nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from queensbench.engines.search_counts import rule_number
from queensbench.engines.workshop import Workshop
from queensbench.readers import ir
from queensbench.readers.symbolic import Symbolic

CHANCE_ROUNDS = 4


@dataclass(frozen=True)
class _Place:
    """A state of the beam: its cells, and the codes that lead there."""

    cells: Any
    codes: tuple[int, ...]


class Beam:
    """A beam on one mode, towards states of which ``reached`` says that they are wanted."""

    def __init__(
        self,
        workshop: Workshop,
        reached: Callable[[Any], bool],
        count: str | None,
        readings: Mapping[str, Any] | None,
        width: int,
        seed: int,
    ) -> None:
        self.workshop, self.reached, self.width = workshop, reached, width
        self.native = workshop.native
        raw = workshop.raw(readings)
        self.env = self.native.new_env(raw, workshop.parameters())
        self.random = Random(seed)
        self.rules = Symbolic(workshop.system, None, raw, workshop.parameters())
        self.count = None if count is None else rule_number(workshop.system, count, "number")
        self.truths = [isinstance(t, ir.BoolType) for t in workshop.system.cells]
        self.chance = workshop.coding.chance_base

    def counted(self, cells: Any) -> int:
        """The count of a state."""
        if self.count is None:
            return 0
        known = [bool(v) if truth else int(v) for v, truth in zip(cells, self.truths, strict=True)]
        return int(self.rules.ask(self.count, known).value)

    def kept(self, places: Sequence[_Place], seen: set[bytes]) -> list[_Place]:
        """The best of some states, each once."""
        drawn = list(places)
        self.random.shuffle(drawn)
        fresh = []
        for place in drawn:
            key = place.cells.tobytes()
            if key not in seen:
                seen.add(key)
                fresh.append((self.counted(place.cells), place))
        fresh.sort(key=lambda pair: -pair[0])
        return [place for _, place in fresh[: self.width]]

    def after(self, place: _Place) -> list[_Place]:
        """The states after each move."""
        if place.cells[self.workshop.system.silent_cell] or self.native.over(place.cells, self.env) == 1:
            return []
        found = []
        for code in self.native.moves(place.cells, self.env):
            status, cells = self.native.apply(place.cells, self.env, code)
            if status > 0 and self.native.settle(cells, self.env) > 0:
                found.append(_Place(cells, (*place.codes, code)))
        return found

    def run(self, max_choices: int, seconds: float, opening: Sequence[int] = ()) -> tuple[int, ...] | None:
        """The codes of a play with as few choices as the beam finds after an opening (codes), or None."""
        status, cells = self.native.initial(self.env)
        if status > 0:
            status = self.native.settle(cells, self.env)
        for code in opening:
            if status > 0:
                status, cells = self.native.apply(cells, self.env, code)
            if status > 0:
                status = self.native.settle(cells, self.env)
        beam = [_Place(np.ascontiguousarray(cells), tuple(opening))] if status > 0 else []
        seen: set[bytes] = set()
        begun = time.perf_counter()
        for _ in range(max_choices + 1):
            choosing: list[_Place] = []
            chancing = beam
            for _ in range(CHANCE_ROUNDS):
                later: list[_Place] = []
                for place in chancing:
                    if self.reached(place.cells):
                        return place.codes
                    if time.perf_counter() - begun > seconds:
                        return None
                    moved = self.after(place)
                    by_chance = [p for p in moved if p.codes[-1] >= self.chance]
                    later += by_chance
                    choosing += [p for p in moved if p.codes[-1] < self.chance]
                won = next((p for p in later if self.reached(p.cells)), None)
                if won is not None:
                    return won.codes
                chancing = self.kept(later, seen)
                if not chancing:
                    break
            beam = self.kept(choosing, seen)
        return None
