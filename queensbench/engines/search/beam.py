"""Guided play by beam search (Lowerre, 1976), for plays too long for bounded model checking.

The beam keeps the states with the highest count.  It finds plays, never bounds: a play found here is an upper bound on
the shortest, and is replayed by the interpreter like any other.  States advance by players' choices; between choices
chance events are followed.  Among states of the same count those kept are drawn at random, from a seed, so that the
result is repeatable.

What it cannot see: plays that begin badly.  If it finds no play, that proves nothing.

Source: beam search, Lowerre, *The Harpy speech recognition system* (1976).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from queensbench.engines.runtime.box import Box
from queensbench.engines.search.lower_bounds import rule_number
from queensbench.readers.native.program import compile_system

CHANCE_ROUNDS = 4


@dataclass(frozen=True)
class _Place:
    """A state of the beam: its cells, and the codes that lead there."""

    cells: Any
    codes: tuple[int, ...]


def counter(box: Box, count: str | None, readings: Mapping[str, Any] | None) -> Callable[[Any], int]:
    """A function that counts a state's cells by native code; it returns 0 for every state if there is no count."""
    if count is None:
        return lambda cells: 0
    # Native code has one entry for a number asked of a state, the score: the count takes its place.
    number = rule_number(box.system, count, "number")
    native = compile_system(replace(box.system, score=number), counters=False)
    env = native.new_env(box.raw(readings), box.parameters())
    return lambda cells: native.score(cells, env)


class Beam:
    """A beam on one mode, towards states that ``reached`` accepts; ``counted`` measures how near a state is."""

    def __init__(
        self,
        box: Box,
        reached: Callable[[Any], bool],
        counted: Callable[[Any], int],
        readings: Mapping[str, Any] | None,
        width: int,
        seed: int,
    ) -> None:
        self.box, self.reached, self.width, self.counted = box, reached, width, counted
        self.native = box.native
        self.env = self.native.new_env(box.raw(readings), box.parameters())
        self.random = Random(seed)
        self.chance = box.coding.chance_base

    def kept(self, places: Sequence[_Place], seen: set[bytes]) -> list[_Place]:
        """Keep the best of some states, each once."""
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
        if place.cells[self.box.system.silent_cell] or self.native.over(place.cells, self.env) == 1:
            return []
        found = []
        for code in self.native.moves(place.cells, self.env):
            status, cells = self.native.apply(place.cells, self.env, code)
            if status > 0 and self.native.settle(cells, self.env) > 0:
                found.append(_Place(cells, (*place.codes, code)))
        return found

    def run(self, max_choices: int, seconds: float) -> tuple[int, ...] | None:
        """The codes of a play with as few choices as the beam finds, or None."""
        status, cells = self.native.initial(self.env)
        if status > 0:
            status = self.native.settle(cells, self.env)
        beam = [_Place(np.ascontiguousarray(cells), ())] if status > 0 else []
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
