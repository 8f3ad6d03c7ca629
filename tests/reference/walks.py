"""What the tests of the reference games share: the engines made ready, and plain-Python walks beside them.

The walks use nothing but the interpreter, one record at a time.  They are for games without chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from queensbench.engines.explore.state_space import Exploration
from queensbench.errors import Refused
from queensbench.language import Mode
from queensbench.readers.differential.harness import harness
from queensbench.readers.differential.report import Report
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.rules.system import build
from tests.engine_box import EngineBox

Key = tuple[int, ...]


@cache
def session(mode: Mode, instance: str = "full") -> EngineBox:
    """The engines for an instance, by name, compiled once."""
    found = next(i for i in mode.all_instances() if i.name == instance)
    return EngineBox("reference", mode, found, build(mode, found))


@dataclass
class Walk:
    """All positions that the interpreter reaches, breadth first.

    ``levels``: how many by number of moves.  ``after``: for each position those that its moves lead to, in
    order of the moves.  ``winners``: of each position that has ended.
    """

    levels: tuple[int, ...]
    after: dict[Key, list[Key]]
    winners: dict[Key, tuple[Any, ...]]

    @property
    def states(self) -> int:
        """How many positions."""
        return len(self.after)

    @property
    def transitions(self) -> int:
        """How many moves in all positions."""
        return sum(len(keys) for keys in self.after.values())


def walk(interpreter: Interpreter) -> Walk:
    """Reach every position, level by level."""
    start = interpreter.start()
    after: dict[Key, list[Key]] = {}
    winners: dict[Key, tuple[Any, ...]] = {}
    frontier = {tuple(interpreter.cells(start)): start}
    levels = []
    while frontier:
        levels.append(len(frontier))
        after.update((key, []) for key in frontier)
        fresh: dict[Key, Any] = {}
        for key, state in frontier.items():
            if interpreter.over(state):
                winners[key] = interpreter.winners(state)
                continue
            for step in interpreter.candidates():
                try:
                    next_state = interpreter.apply(state, step)
                except Refused:
                    continue
                next_key = tuple(interpreter.cells(next_state))
                after[key].append(next_key)
                if next_key not in after and next_key not in fresh:
                    fresh[next_key] = next_state
        frontier = fresh
    return Walk(tuple(levels), after, winners)


def assert_same(found: Exploration, plain: Walk) -> None:
    """The explorer and the plain walk have met the same positions, level by level."""
    assert found.complete
    assert found.level_sizes == plain.levels
    assert found.states == plain.states
    assert found.transitions == plain.transitions
    assert sum(first.count for first in found.ends.values()) == len(plain.winners)
    assert all(found.find(key) is not None for key in plain.after)


def shortest(made: EngineBox, found: Exploration, state: int) -> tuple[Step, ...]:
    """A shortest play to a state, which the interpreter replays to that very state."""
    steps = made.steps(found.moves_to(state))
    interpreter = made.interpreter()
    assert interpreter.cells(interpreter.replay(steps)[-1]) == found.cells(state).tolist()
    return steps


def random_play(interpreter: Interpreter, seed: int, most: int) -> list[Any]:
    """The states of one random play of at most so many moves."""
    random = Random(seed)
    states = [interpreter.start()]
    while len(states) <= most and (moves := interpreter.moves(states[-1])):
        states.append(interpreter.apply(states[-1], random.choice(moves)))
    return states


def compared(mode: Mode, *instances: str, comparisons: int) -> Report:
    """The readers held against each other on instances by name, and what that tried in print."""
    report = harness(mode, ruleset="reference", instances=instances or None, comparisons=comparisons)
    print(report.summary())
    assert not report.mismatch
    assert not report.undrawn()
    assert report.z3.total() > 0
    return report
