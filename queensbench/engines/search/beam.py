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
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

import numpy as np

from queensbench.engines.runtime.box import Box
from queensbench.engines.search.lower_bounds import rule_number
from queensbench.errors import ModelError
from queensbench.readers.native.program import compile_system
from queensbench.readers.native.stepper import State, Stepper

Path = tuple[int, "Path"] | None
"""The code of the last move, and the way before it; None at the start."""


_Place = tuple[State, Path]
"""A state of the beam, and a way to it."""


def _cells(state: State) -> Any:
    """The cells of a state, an array that cannot be written."""
    return np.frombuffer(state, np.int32)


def _codes(path: Path) -> tuple[int, ...]:
    """The codes of a way, the first one first."""
    found = []
    while path is not None:
        code, path = path
        found.append(code)
    return tuple(reversed(found))


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
        self.reached, self.width, self.counted = reached, width, counted
        self.stepper = Stepper(box.native, box.raw(readings), box.parameters(), tells=False)
        self.random = Random(seed)
        self.chance = box.coding.chance_base

    def kept(self, places: Sequence[_Place], seen: set[State]) -> list[_Place]:
        """Keep the best of some states, each once; no games that are over, unless they are what is looked for."""
        drawn = list(places)
        self.random.shuffle(drawn)
        fresh = []
        for place in drawn:
            state = place[0]
            if state not in seen:
                seen.add(state)
                cells = _cells(state)
                if not self.ended(state) or self.reached(cells):
                    fresh.append((self.counted(cells), place))
        fresh.sort(key=lambda pair: -pair[0])
        return [place for _, place in fresh[: self.width]]

    def ended(self, state: State) -> bool:
        """Whether nothing follows: the game is over, or the rules are silent."""
        if self.stepper.silent(state):
            return True
        try:
            return self.stepper.over(state)
        except ModelError:  # not known, and no play that the interpreter would confirm leads on
            return False

    def after(self, place: _Place) -> list[_Place]:
        """The states after each move."""
        state, path = place
        if self.ended(state):
            return []
        return [(there, (code, path)) for code, there in self.stepper.successors(state)]

    def begun(self, codes: Sequence[int]) -> list[_Place]:
        """The state after some moves from the start, alone; none where the rules fail or refuse one on the way."""
        path: Path = None
        try:
            state: State | None = self.stepper.start()
            for code in codes:
                state, path = state and self.stepper.step(state, code), (code, path)
        except ModelError:
            return []
        return [] if state is None else [(state, path)]

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
        seen: set[State] = set()
        begun = time.perf_counter()
        looked = 0
        for _ in range(choices + 1):
            choosing: list[_Place] = []
            chancing = beam
            while chancing:
                later: list[_Place] = []
                for place in chancing:
                    if self.reached(_cells(place[0])):
                        return _codes(place[1])
                    if looked >= states or time.perf_counter() - begun > seconds:
                        return None
                    looked += 1
                    moved = self.after(place)
                    for there in moved:
                        lucky = there[1] is not None and there[1][0] >= self.chance
                        (later if lucky else choosing).append(there)
                for state, path in later:
                    if self.reached(_cells(state)):
                        return _codes(path)
                chancing = self.kept(later, seen)
            beam = self.kept(choosing, seen)
        return None
