"""Leduc poker: the published size of its tree, and money that only changes hands."""

from __future__ import annotations

from collections import Counter

import pytest

from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.graphs.games import game_of
from queensbench.engines.graphs.questions import ends
from queensbench.rules.guard_visibility import peeks
from queensbench.rules.observations import Views
from tests.engine_box import EngineBox
from tests.reference.leduc_poker import mode
from tests.reference.walks import compared, session

HISTORIES = {
    "chance": 157,
    "choice": 3_780,
    "over": 5_520,
}  # together 9,457: OpenSpiel, get_all_states_test.py
INFORMATION_SETS = 936  # known for two suits that are told apart


@pytest.fixture(scope="module")
def made() -> EngineBox:
    return session(mode)


@pytest.fixture(scope="module")
def found(made: EngineBox) -> Exploration:
    return made.explored()


def test_the_explorer_counts_the_histories(found: Exploration) -> None:
    """No two histories come to the same state: there is one transition less than states."""
    assert found.complete
    assert (found.states, found.transitions) == (9_457, 9_456)
    assert Counter(found.kind(state) for state in found.ids().tolist()) == HISTORIES
    assert found.deadlocks.count == 0


def test_either_player_wins_as_many_of_the_ways_to_play(found: Exploration) -> None:
    assert {who: first.count for who, first in found.ends.items()} == {(): 600, (0,): 2_460, (1,): 2_460}


def test_information_sets_by_what_the_player_to_act_sees(made: EngineBox, found: Exploration) -> None:
    game, views = game_of(found), Views(made.system, mode)
    assert game.ids is not None
    seen = {
        (owner, views.view(found.cells(state).tolist(), owner))
        for state, owner in zip(game.ids.tolist(), game.owner.tolist(), strict=True)
        if found.kind(state) == "choice"
    }
    assert len(seen) == INFORMATION_SETS


def test_no_requirement_looks_at_a_hidden_card(made: EngineBox) -> None:
    assert peeks(made.system, mode) == []


def test_every_game_ends(found: Exploration) -> None:
    assert ends(game_of(found), ("players", "chance"), sure=True).holds


def test_chips_only_change_hands(made: EngineBox, found: Exploration) -> None:
    """At most an ante, two raises of two and two of four."""
    interpreter = made.interpreter()
    stakes = set()
    for state in found.ids().tolist()[::7]:
        record = interpreter.state(found.cells(state).tolist())
        if found.kind(state) == "over":
            scores = interpreter.scores(record)
            assert sum(scores.values()) == 0
            stakes.add(max(scores.values()))
    assert stakes == {0, 1, 3, 5, 7, 9, 11, 13}


def test_the_readers_agree() -> None:
    assert compared(mode, comparisons=1_000).comparisons >= 500
