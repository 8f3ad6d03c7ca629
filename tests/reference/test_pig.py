"""Pig: the race to five with a die of three sides, by the explorer and by a plain recursion."""

from __future__ import annotations

import pytest

from queensbench.readers.interpreter import Interpreter
from tests.engine_box import EngineBox
from tests.reference.pig import RollOn, StopFirst, mode
from tests.reference.walks import compared, session

POSITIONS = {
    (StopFirst.REFUSED, RollOn.ALLOWED): 480,
    (StopFirst.REFUSED, RollOn.REFUSED): 232,
    (StopFirst.ALLOWED, RollOn.ALLOWED): 480,
    (StopFirst.ALLOWED, RollOn.REFUSED): 232,
}


@pytest.fixture(scope="module")
def made() -> EngineBox:
    return session(mode, "five")


def reached(interpreter: Interpreter) -> int:
    """The positions that a plain search meets."""
    start = interpreter.start()
    known, waiting = {tuple(interpreter.cells(start))}, [start]
    while waiting:
        state = waiting.pop()
        for move in interpreter.moves(state):
            after = interpreter.apply(state, move)
            if tuple(interpreter.cells(after)) not in known:
                known.add(tuple(interpreter.cells(after)))
                waiting.append(after)
    return len(known)


@pytest.mark.parametrize("readings", POSITIONS)
def test_explorer_and_plain_search_count_the_positions(
    made: EngineBox, readings: tuple[StopFirst, RollOn]
) -> None:
    chosen = {"stop_first": readings[0], "roll_on": readings[1]}
    found = made.explored(readings=chosen)
    assert found.complete
    assert found.states == reached(made.interpreter(chosen)) == POSITIONS[readings]
    assert found.deadlocks.count == 0


def test_the_readers_agree() -> None:
    assert compared(mode, "five", comparisons=500).comparisons >= 500
