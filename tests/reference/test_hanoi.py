"""The Towers of Hanoi: states and shortest solution have closed forms."""

from __future__ import annotations

import pytest

from queensbench.engines.graphs.questions import can_always, ends, game_of
from queensbench.rules.system import build
from tests.engine_box import EngineBox
from tests.reference.hanoi import mode, of
from tests.reference.walks import assert_same, compared, session, shortest, walk

SMALL = [1, 2, 3, 4]


@pytest.mark.parametrize("discs", SMALL)
def test_explorer_and_plain_walk_count_the_states(discs: int) -> None:
    made = session(mode, of(discs).name)
    found = made.explored()
    assert found.states == 3**discs
    assert found.levels == 2**discs - 1
    assert_same(found, walk(made.interpreter()))


def test_eight_discs() -> None:
    made = session(mode)
    found = made.explored()
    assert found.complete
    assert found.states == 3**8
    assert len(shortest(made, found, found.ends[()].state or 0)) == 2**8 - 1


@pytest.mark.slow
def test_twelve_discs() -> None:
    made = EngineBox("reference", mode, of(12), build(mode, of(12)))
    found = made.explored()
    assert found.states == 3**12
    assert len(shortest(made, found, found.ends[()].state or 0)) == 2**12 - 1


def test_the_end_can_always_be_reached_but_need_not_be() -> None:
    game = game_of(session(mode, of(3).name).explored())
    assert can_always(game, ()).holds
    assert not ends(game, ("players",), sure=True).holds


def test_random_games_are_finished() -> None:
    played = session(mode, of(3).name).played(games=500, seed=1, max_steps=10_000)
    assert played.complete
    assert played.cut.count == 0
    assert played.shortest >= 7
    assert played.ends[()].count == 500


def test_the_readers_agree() -> None:
    report = compared(mode, comparisons=2_000)
    assert report.comparisons >= 1_000  # the small towers have few states
    assert not report.seldom(400)
