"""Guided play by beam search (Lowerre, 1976), for plays too long for bounded model checking.

The beam keeps the states with the highest count.  It finds plays, never bounds: a play found here is an upper bound on
the shortest, and is replayed by the interpreter like any other.  States advance by players' choices; between choices
chance events are followed, however many there are.  Among states of the same count those kept are drawn at random, from
a seed: without a limit of time the result is repeatable.

What it cannot see: plays that begin badly.  If it finds no play, that proves nothing.

Source: beam search, Lowerre, *The Harpy speech recognition system* (1976).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Any

import numpy as np

from queensbench.engines.runtime.box import Box
from queensbench.engines.search.lower_bounds import rule_number
from queensbench.readers.native.program import compile_system


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
        """Keep the best of some states, each once; no games that are over, unless they are what is looked for."""
        drawn = list(places)
        self.random.shuffle(drawn)
        fresh = []
        for place in drawn:
            key = place.cells.tobytes()
            if key not in seen:
                seen.add(key)
                if not self.ended(place) or self.reached(place.cells):
                    fresh.append((self.counted(place.cells), place))
        fresh.sort(key=lambda pair: -pair[0])
        return [place for _, place in fresh[: self.width]]

    def ended(self, place: _Place) -> bool:
        """Whether nothing follows: the game is over, or the rules are silent."""
        return bool(place.cells[self.box.system.silent_cell]) or self.native.over(place.cells, self.env) == 1

    def after(self, place: _Place) -> list[_Place]:
        """The states after each move."""
        if self.ended(place):
            return []
        found = []
        for code in self.native.moves(place.cells, self.env):
            status, cells = self.native.apply(place.cells, self.env, code)
            if status > 0 and self.native.settle(cells, self.env) > 0:
                found.append(_Place(cells, (*place.codes, code)))
        return found

    def begun(self, codes: Sequence[int]) -> list[_Place]:
        """The state after some moves from the start, alone; none where the rules fail on the way."""
        status, cells = self.native.initial(self.env)
        if status > 0:
            status = self.native.settle(cells, self.env)
        for code in codes:
            if status > 0:
                status, cells = self.native.apply(cells, self.env, code)
            if status > 0:
                status = self.native.settle(cells, self.env)
        return [_Place(np.ascontiguousarray(cells), tuple(codes))] if status > 0 else []

    def run(
        self, choices: int, *, seconds: float = inf, states: float = inf, after: Sequence[int] = ()
    ) -> tuple[int, ...] | None:
        """Look for a play with as few choices as the beam can.

        Args:
            choices: the most of them, beside those of ``after``.
            seconds: the most; whoever names them may find something else on another machine.
            states: the most whose moves are listed.
            after: the codes of the moves that the play begins with.

        Returns:
            The codes of the play, from the start; None if none was found, which proves nothing.
        """
        beam = self.begun(after)
        seen: set[bytes] = set()
        begun = time.perf_counter()
        looked = 0
        for _ in range(choices + 1):
            choosing: list[_Place] = []
            chancing = beam
            while chancing:
                later: list[_Place] = []
                for place in chancing:
                    if self.reached(place.cells):
                        return place.codes
                    if looked >= states or time.perf_counter() - begun > seconds:
                        return None
                    looked += 1
                    moved = self.after(place)
                    later += [p for p in moved if p.codes[-1] >= self.chance]
                    choosing += [p for p in moved if p.codes[-1] < self.chance]
                won = next((p for p in later if self.reached(p.cells)), None)
                if won is not None:
                    return won.codes
                chancing = self.kept(later, seen)
            beam = self.kept(choosing, seen)
        return None
