"""Games of best players under two readings of one instance, each followed to its end with the same luck.

Everybody makes the stored choices of best play under the reading of the game.  As long as both games are in the same
position they make the same move where it is best under both, so that no game parts only because several moves are
equally good.  The k-th chance event uses the same random number in both games.

What this engine cannot see is what :mod:`queensbench.engines.solve.solver` cannot: everybody plays with open cards.
Of three and more players it follows one alone, whose aim the instance was solved for: all others together play against
that.  Who asks must name this player (:func:`queensbench.engines.solve.objectives.aims_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import NamedTuple

import numpy as np

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.limits import MAX_STEPS
from queensbench.engines.solve.objectives import players_of
from queensbench.engines.solve.solver import Solved
from queensbench.engines.solve.two_readings import common_positions

CLASSES = ("winner", "score", "ending", "length", "course")
"""The classes of what a reading changes in the end, the strongest first; the first two if both games end alike."""


@dataclass(frozen=True)
class BestGames:
    """Games of best players under two readings.

    ``parted``: the games that go another way under the second reading.  ``classes``: of these, by the first of
    :data:`CLASSES` that fits, how many.  ``cut``: those that met the limit of steps, which are in no class.
    """

    games: int
    seed: int
    parted: int
    classes: Mapping[str, int]
    cut: int


def best_games(
    one: Solved,
    two: Solved,
    *,
    games: int,
    seed: int,
    most: int = MAX_STEPS,
    tick: Callable[[], None] = lambda: None,
) -> BestGames | None:
    """Play so many games under both readings, for the first aim of each.

    ``most``: the steps after which a game is cut off.  ``tick``: called before each game; it may raise
    KeyboardInterrupt.  None where some stored choices were not shown to be best.
    """
    if not all(answer.mine and answer.theirs for answer in (one.answers[0], two.answers[0])):
        return None
    pair = _Pair(one, two)
    parted = cut = 0
    classes = dict.fromkeys(CLASSES, 0)
    for game in range(games):
        tick()
        apart, change = pair.play(_Luck(f"{seed}/{game}"), most)
        parted += apart
        if change:
            classes[change] += 1
        cut += apart and not change
    return BestGames(games, seed, parted, classes, cut)


class _End(NamedTuple):
    """How play ends: the role of its last position, the winners as bits, the scores, the steps."""

    way: int
    won: int
    scores: tuple[int, ...]
    steps: int


class _Luck:
    """The random numbers of one game: the k-th chance event has the k-th, whenever it is asked for."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)
        self._numbers: list[float] = []

    def at(self, event: int) -> float:
        """The number of a chance event, from 0 up to 1."""
        while len(self._numbers) <= event:
            self._numbers.append(self._random.random())
        return self._numbers[event]


class _OneReading:
    """The positions, moves and results under one reading."""

    def __init__(self, solved: Solved) -> None:
        self.solved, self.arena = solved, solved.arena
        self.answer = solved.answers[0]
        self.values = self.answer.worst

    @cached_property
    def winners(self) -> Array | None:
        """Per position the raw players who have won, as bits; None where the rules name none."""
        return None if self.arena.system.wins is None else self.arena.measured("winners")

    @cached_property
    def scores(self) -> list[Array]:
        """Per position the score of each player, or the one of all."""
        system = self.arena.system
        if system.score is None:
            return []
        shared = not system.functions[system.score].params
        players = 1 if shared else len(players_of(system))
        return [self.arena.measured("score", player) for player in range(players)]

    def moving(self, state: int) -> bool:
        """Whether play goes on from a position."""
        role = self.arena.role[state]
        return bool(role == k.CHANCE or (role == k.CHOICE and self.stored(state) is not None))

    def stored(self, state: int) -> int | None:
        """Where the stored choice of a position leads; None if none is better than going on for ever."""
        place = self.solved.stored(self.answer, state)
        return None if place is None else int(self.arena.succ[self.arena.off[state] + place])

    def drawn(self, state: int, luck: float) -> int:
        """Where a chance event leads; ``luck``: from 0 up to 1."""
        sums = list(accumulate(self.arena.weights(state)))
        place = int(np.searchsorted(sums, luck * sums[-1], side="right")) if sums[-1] else 0
        return self.arena.successors(state)[min(place, len(sums) - 1)]

    def as_good(self, state: int, target: int) -> bool:
        """Whether a choice leads to a position without losing anything of the value."""
        targets = self.arena.successors(state)
        return target in targets and self.values.exact(target) == self.values.exact(state)

    def result(self, state: int, steps: int) -> _End:
        """How play ends in a position."""
        role = int(self.arena.role[state])
        if role != k.OVER:
            return _End(role, 0, (), steps)
        won = 0 if self.winners is None else int(self.winners[state])
        return _End(role, won, tuple(int(scores[state]) for scores in self.scores), steps)

    def played(self, state: int, steps: int, events: int, luck: _Luck, most: int) -> _End | None:
        """How a game goes on alone and ends; None if it meets the limit of steps."""
        while self.moving(state):
            if steps == most:
                return None
            target = self.stored(state)
            if target is None:
                target = self.drawn(state, luck.at(events))
                events += 1
            state = target
            steps += 1
        return self.result(state, steps)


class _Pair:
    """Both games side by side."""

    def __init__(self, one: Solved, two: Solved) -> None:
        self.one, self.two = _OneReading(one), _OneReading(two)
        self.other = dict(common_positions(one, two).tolist())

    def play(self, luck: _Luck, most: int) -> tuple[bool, str]:
        """Play a game under both readings: whether they part, and what that changes; empty if one was cut off."""
        here, there = self.one.solved.start, self.two.solved.start
        steps = events = 0
        while self._together(here, there) and steps < most:
            chance = self.one.arena.role[here] == k.CHANCE
            if chance:
                number = luck.at(events)
                here, there = self.one.drawn(here, number), self.two.drawn(there, number)
            else:
                here, there = self._chosen(here, there)
            events += chance
            steps += 1
        mine = self.one.played(here, steps, events, luck, most)
        theirs = self.two.played(there, steps, events, luck, most)
        parted = self.other.get(here) != there or mine != theirs
        if mine is None or theirs is None:
            return parted, ""
        return parted, _change(mine, theirs) if parted else ""

    def _together(self, here: int, there: int) -> bool:
        """Whether both games are in the same position, and go on from there in the same way."""
        return (
            self.other.get(here) == there
            and self.one.moving(here)
            and self.two.moving(there)
            and bool(self.one.arena.role[here] == self.two.arena.role[there])
        )

    def _chosen(self, here: int, there: int) -> tuple[int, int]:
        """Where the choices of both games lead, which are in the same position."""
        mine, theirs = self.one.stored(here), self.two.stored(there)
        assert mine is not None
        assert theirs is not None
        same = self.other.get(mine)
        return mine, same if same is not None and self.two.as_good(there, same) else theirs


def _change(mine: _End, theirs: _End) -> str:
    """The class of what is otherwise in the end."""
    if mine.way != theirs.way:
        return "ending"
    if mine.won != theirs.won:
        return "winner"
    if mine.scores != theirs.scores:
        return "score"
    return "length" if mine.steps != theirs.steps else "course"
