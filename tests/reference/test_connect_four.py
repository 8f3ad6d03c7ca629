"""Connect-4 on small grids: the published counts, by the explorer and by a plain walk."""

from __future__ import annotations

import pytest

from queensbench.engines.graphs.questions import ends, game_of
from queensbench.readers.interpreter import Step
from tests.reference.connect_four import mode
from tests.reference.walks import assert_same, compared, session, shortest, walk

POSITIONS = {"3x3": 869, "4x3": 12_031}  # Tromp's table


@pytest.mark.parametrize("name", POSITIONS)
def test_the_explorer_counts_the_positions(name: str) -> None:
    found = session(mode, name).explored()
    assert found.complete
    assert found.states == POSITIONS[name]
    assert found.deadlocks.count == 0
    assert ends(game_of(found), ("players",), sure=True).holds


def test_a_plain_walk_finds_the_same_positions() -> None:
    made = session(mode, "3x3")
    plain = walk(made.interpreter())
    assert plain.states == POSITIONS["3x3"]
    assert_same(made.explored(), plain)


@pytest.mark.slow
def test_a_plain_walk_finds_the_same_positions_on_the_wider_grid() -> None:
    made = session(mode, "4x3")
    plain = walk(made.interpreter())
    assert plain.states == POSITIONS["4x3"]
    assert_same(made.explored(), plain)


def test_nobody_wins_where_no_line_fits() -> None:
    assert set(session(mode, "3x3").explored().ends) == {()}


def test_the_shortest_win_on_the_wider_grid_is_a_full_bottom_row() -> None:
    made = session(mode, "4x3")
    found = made.explored()
    assert {who: found.choices(first.state or 0) for who, first in found.ends.items()} == {
        (0,): 7,
        (1,): 10,
        (): 12,
    }
    steps = shortest(made, found, found.ends[0,].state or 0)
    assert {step for step in steps[::2]} == {Step("drop", (("column", c),)) for c in range(1, 5)}


def test_random_games_on_the_grid_as_sold_are_finished() -> None:
    played = session(mode).played(games=2_000, seed=1, max_steps=42)
    assert played.complete
    assert played.cut.count == 0
    assert played.shortest == 7
    assert played.longest <= 42
    assert {(0,), (1,)} <= set(played.ends) <= {(0,), (1,), ()}


def test_the_readers_agree() -> None:
    report = compared(mode, comparisons=2_000)
    assert report.comparisons >= 2_000
    assert not report.seldom(500)
