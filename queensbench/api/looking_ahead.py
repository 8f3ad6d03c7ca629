"""The outlook from a position: the endings that can be reached, and the worth of each move in best play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from queensbench.api.in_force import InForce
from queensbench.api.results import Value
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.graphs.games import game_of
from queensbench.engines.graphs.ways import distances
from queensbench.engines.solve.objectives import aims_of, parties_of
from queensbench.engines.solve.solver import Solved
from queensbench.engines.solve.solver import solve as solved_box
from queensbench.errors import BadInput

if TYPE_CHECKING:
    from queensbench.api.position import Position


@dataclass(frozen=True)
class Outlook:
    """The endings that lie ahead of a position, among the states that were explored.

    ``steps``: by ending (``won by ...``, ``silent: ...``, as ``Ending.way`` has them, or ``deadlock``) the fewest,
    chance and players willing; None: no way.  ``complete``: all states are known; else ways may be missing, or shorter.

    >>> import queensbench as qb
    >>> session = qb.load("queue4/standard").session("six")
    >>> session.explore().outlook(session.start()).steps
    {'won by nobody': 1, 'won by PLAYER': 10}
    """

    steps: Mapping[str, int | None]
    complete: bool

    def can_win(self, player: str) -> bool | None:
        """Whether a player can still win with everybody's help; None if that is not known."""
        ways = [s for way, s in self.steps.items() if player in way.removeprefix("won by ").split(" and ")]
        if any(steps is not None for steps in ways):
            return True
        return False if self.complete else None


class Outlooks:
    """The distances of all explored states to each ending."""

    def __init__(self, rules: InForce, found: Exploration) -> None:
        self._rules = rules
        self._found = found
        self._game = game_of(found)
        if self._game.merged:
            raise BadInput("a symmetry has merged these states", remedy="explore without `symmetric`")
        self._ids: list[int] = (found.ids() if self._game.ids is None else self._game.ids).tolist()
        self._places = {state: place for place, state in enumerate(self._ids)}
        self._steps = {
            way: distances(self._game, goal=np.array(states, np.int64))
            for way, states in self._endings().items()
        }

    def _endings(self) -> dict[str, list[int]]:
        """The states of each ending, by their places in the graph."""
        rules = self._rules
        ways: dict[str, list[int]] = {}
        for place in np.flatnonzero(self._game.ends()).tolist():
            state = self._found.cells(self._ids[place]).tobytes()
            number = rules.stepper.silent(state)
            if number:
                way = f"silent: {rules.silences[number - 1][0]}"
            else:
                winning = rules.box.system.wins is not None
                won = [
                    p.name for i, p in enumerate(rules.players) if winning and rules.stepper.wins(state, i)
                ]
                way = f"won by {' and '.join(won) or 'nobody'}"
            ways.setdefault(way, []).append(place)
        if len(dead := self._game.deadlocks()):
            ways["deadlock"] = dead.tolist()
        return ways

    def at(self, state: bytes) -> Outlook | None:
        """The outlook from a state; None for one that was not explored."""
        found = self._found.find(self._rules.cells(state))
        if found is None:
            return None
        place = self._places[found]
        steps = {way: int(all_[place]) for way, all_ in self._steps.items()}
        return Outlook({way: None if n < 0 else n for way, n in steps.items()}, self._found.complete)


@dataclass(frozen=True)
class Worth:
    """The worth of best play from a position.

    ``aim``: what it is the value of; ``value``: that value; ``options``: the value of each move, by its text, the best
    for its mover first (of chance in the order of the rules); ``best``: the moves that surely nothing is better than,
    by the bounds of all.  Both are empty for a position whose moves a search did not come to before it ended, which has
    bounds alone.

    >>> import queensbench as qb
    >>> session = qb.load("queue4/standard").session("six")
    >>> session.best_play().at(session.start()).best
    ('begin_queue(queue=FIRST)',)
    """

    aim: str
    value: Value
    options: Mapping[str, Value]
    best: tuple[str, ...]


@dataclass(frozen=True)
class BestPlay:
    """An instance that is solved from its start, asked position by position.

    ``complete``: all states were found; otherwise values lie between bounds.

    >>> import queensbench as qb
    >>> qb.load("queue4/standard").session("six").best_play().complete
    True
    """

    complete: bool
    _rules: InForce = field(repr=False, compare=False)
    _solved: Solved = field(repr=False, compare=False)

    def at(self, position: Position) -> Worth | None:
        """The worth of a position; None if play from the start does not reach it, or it was not found.

        Where the search did not come to the position's moves, the worth lies between bounds and has no options.

        Raises BadInput for a position of another instance, or under other readings.
        """
        if position._rules.key != self._rules.key:
            raise BadInput("this position is not of the instance that was solved", remedy="solve its session")
        solved, box = self._solved, self._rules.box
        state = solved.arena.find(self._rules.cells(position._state))
        if state is None:
            return None
        owner = int(solved.arena.owner[state])
        answer = next((one for one in solved.answers if one.aim.player == owner), solved.answers[0])
        found = solved.options(answer, state) if position.moves() or position.outcomes() else []
        texts = [str(step) for step in box.steps([option.code for option in found])]
        values = {
            text: _value(answer.aim.text, option.low, option.up)
            for text, option in zip(texts, found, strict=True)
        }
        best: tuple[str, ...] = ()
        if position.moves():
            greatest = solved.for_it(answer, state) != answer.aim.least
            best = tuple(
                text
                for place, text in enumerate(texts)
                if all(
                    one.up <= found[place].low if greatest else one.low >= found[place].up
                    for other, one in enumerate(found)
                    if other != place
                )
            )
        return Worth(answer.aim.text, _value(answer.aim.text, *answer.bounds(state)), values, best)


def best_play(
    rules: InForce, objective: str, *, player: str, silent: int | str, budget: int | None, progress: Any
) -> BestPlay:
    """See :meth:`Session.best_play`."""
    aims = aims_of(rules.box.system, objective, player)
    if aims[0].measure == "margin":
        aims = aims[:1]
    solved = solved_box(rules.box, aims, rules.readings, silent=silent, max_states=budget, progress=progress)
    return BestPlay(solved.complete, rules, solved)


def own_aims(position: Position) -> tuple[str, ...]:
    """The players, where each has an aim of their own, so that one must be named to solve a box; else none."""
    return parties_of(position._rules.box.system)


def _value(aim: str, low: Fraction, up: Fraction) -> Value:
    return Value(aim, low == up, low, up)
