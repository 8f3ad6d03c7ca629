"""Othello: published counts of plays on the board as sold, and all of the board of four by four."""

from __future__ import annotations

from functools import cache

import pytest

from queensbench.api.position import Position
from queensbench.api.session import Session
from queensbench.engines.explore.state_space import Exploration
from tests.reference.othello import Side, mode
from tests.reference.walks import compared, session

PLAYS = (1, 4, 12, 56, 244, 1_396)  # by number of moves, as published for Othello


@pytest.fixture(scope="module")
def found() -> Exploration:
    return session(mode, "4x4").explored()


def test_plays_on_the_board_as_sold_are_counted() -> None:
    def plays(position: Position, moves: int) -> int:
        return sum(plays(position.do(move), moves - 1) for move in position.moves()) if moves else 1

    start = Session.of(session(mode)).start()
    assert tuple(plays(start, moves) for moves in range(6)) == PLAYS


def test_the_small_board_is_exhausted(found: Exploration) -> None:
    assert found.complete
    assert (found.states, found.transitions) == (62_789, 89_332)
    assert found.level_sizes[:4] == (1, 4, 12, 42)
    assert {who: first.count for who, first in found.ends.items()} == {(): 755, (0,): 2_683, (1,): 2_730}
    assert found.deadlocks.count == 0


def test_white_wins_the_small_board_by_eight() -> None:
    """As is known: eleven discs to three."""

    @cache
    def best(position: Position) -> int:
        """What Black comes to."""
        if position.over:
            return position.scores[Side.BLACK]
        values = [best(position.do(move)) for move in position.moves()]
        return max(values) if position.deciders == (Side.BLACK,) else min(values)

    assert best(Session.of(session(mode, "4x4")).start()) == -8


def test_the_readers_agree() -> None:
    assert compared(mode, "4x4", comparisons=300).comparisons >= 300
