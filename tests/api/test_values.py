"""Moves, tables and states as values: what is equal has one hash, and copies are equal."""

from __future__ import annotations

import copy
import pickle

import pytest

import queensbench as qb
from queensbench.api.state import FieldTable


@pytest.fixture(scope="module")
def start() -> qb.Position:
    """Six cards of Queue 4."""
    return qb.load("queue4/standard").session("six").start()


def test_moves_with_their_arguments_in_another_order_are_one_key() -> None:
    one, other = qb.Move("add", {"queue": 1, "gap": 0}), qb.Move("add", {"gap": 0, "queue": 1})
    assert one == other
    assert len({one, other, qb.Move("add", {"queue": 0, "gap": 1})}) == 2


def test_tables_of_two_fields_that_hold_the_same_are_one_key() -> None:
    state = qb.load("queen-is-dead").session("blades").start().state
    tables = [value for _, value in state if isinstance(value, FieldTable)]
    equal = [(one, other) for one in tables for other in tables if one is not other and one == other]
    assert equal
    assert all(hash(one) == hash(other) for one, other in equal)
    assert len(set(tables)) < len(tables)


def test_positions_states_and_tables_are_their_own_copies(start: qb.Position) -> None:
    position = start.do("begin_queue", queue="FIRST").do("reveal", card=1)
    for one in (position, position.state, start.view("PLAYER"), position.state.deck):
        assert (copy.copy(one), copy.deepcopy(one)) == (one, one)
        assert copy.deepcopy([one, one])[0] is one
        with pytest.raises(
            TypeError, match=r"^positions and states cannot be pickled; keep what their `to_json"
        ):
            pickle.dumps(one)
    play = qb.Play((start,))
    copied = copy.deepcopy(play).do("stop")
    assert (len(copied), len(play)) == (1, 0)


def test_what_a_seat_does_not_see_stays_hidden_in_copies(start: qb.Position) -> None:
    assert copy.deepcopy(qb.HIDDEN) is qb.HIDDEN
    assert pickle.loads(pickle.dumps([qb.HIDDEN]))[0] is qb.HIDDEN
