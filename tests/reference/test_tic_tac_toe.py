"""Tic-tac-toe: the published counts, by the explorer and by a plain walk."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from queensbench.analyses.single_engine import exploration
from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.explore.state_table import ExploreSettings, Symmetry
from queensbench.engines.graphs.questions import can_always, ends, game_of
from queensbench.readers.symmetry.equivariance import check_equivariance
from queensbench.readers.symmetry.groups import group
from tests.engine_box import EngineBox
from tests.reference.tic_tac_toe import Side, mode
from tests.reference.walks import Key, Walk, assert_same, compared, random_play, session, shortest, walk

POSITIONS = 5_478  # OpenSpiel, get_all_states_test.py
HISTORIES = 549_946  # the same
UP_TO_SYMMETRY = (1, 3, 12, 38, 108, 174, 204, 153, 57, 15)  # OEIS A008907
GAMES = {(Side.CROSS,): 131_184, (Side.NOUGHT,): 77_904, (): 46_080}


@pytest.fixture(scope="module")
def made() -> EngineBox:
    return session(mode)


@pytest.fixture(scope="module")
def found(made: EngineBox) -> Exploration:
    return made.explored()


@pytest.fixture(scope="module")
def plain(made: EngineBox) -> Walk:
    return walk(made.interpreter())


def test_the_explorer_counts_the_positions(found: Exploration) -> None:
    assert found.complete
    assert found.states == POSITIONS
    assert found.levels == 9
    assert found.deadlocks.count == 0


def test_a_plain_walk_finds_the_same_positions(found: Exploration, plain: Walk) -> None:
    assert plain.states == POSITIONS
    assert_same(found, plain)


def test_the_shortest_wins_take_five_and_six_marks(made: EngineBox, found: Exploration) -> None:
    assert {who: found.choices(first.state or 0) for who, first in found.ends.items()} == {
        (0,): 5,
        (1,): 6,
        (): 9,
    }
    assert len(shortest(made, found, found.ends[0,].state or 0)) == 5


def histories(found: Exploration) -> list[int]:
    """How many histories lead to each position: sums along the edges of the graph, level by level."""
    graph = found.graph()
    ways = np.zeros(found.states, np.int64)
    # States are numbered by choices, the start first; each mark is one more, so that edges lead onwards.
    ways[0] = 1
    for source, target in zip(graph.source.tolist(), graph.target.tolist(), strict=True):
        assert source < target
        ways[target] += ways[source]
    return [int(n) for n in ways]


def test_the_tree_of_the_explored_graph_has_the_published_size(found: Exploration) -> None:
    ways = histories(found)
    assert sum(ways) == HISTORIES
    kinds = [found.kind(int(state)) for state in found.ids()]
    assert sum(n for n, kind in zip(ways, kinds, strict=True) if kind == "over") == sum(GAMES.values())


def test_a_plain_recursion_over_the_tree_gives_the_same(plain: Walk) -> None:
    @cache
    def below(key: Key) -> int:
        return 1 + sum(below(after) for after in plain.after[key])

    assert below(next(iter(plain.after))) == HISTORIES


def test_games_by_winner_from_both_ends(made: EngineBox, found: Exploration, plain: Walk) -> None:
    """Ways to the ends, along the explored graph; and games below the start, by plain recursion."""
    ways = histories(found)
    interpreter = made.interpreter()
    ended = [(n, i) for n, i in enumerate(found.ids().tolist()) if found.kind(i) == "over"]
    forward = dict.fromkeys(GAMES, 0)
    for number, state in ended:
        forward[interpreter.winners(interpreter.state(found.cells(state).tolist()))] += ways[number]

    @cache
    def backward(key: Key, who: tuple[Side, ...]) -> int:
        if key in plain.winners:
            return int(plain.winners[key] == who)
        return sum(backward(after, who) for after in plain.after[key])

    start = next(iter(plain.after))
    assert forward == GAMES
    assert {who: backward(start, who) for who in GAMES} == GAMES


def test_positions_up_to_symmetry_by_ply(made: EngineBox) -> None:
    tables = group(mode).tables()
    assert len(tables) == 7
    merged = explore(made.native, made.system, ExploreSettings(symmetry=Symmetry(made.system, tables)))
    assert merged.complete
    assert merged.level_sizes == UP_TO_SYMMETRY


def test_the_rules_respect_the_symmetry(made: EngineBox) -> None:
    interpreter = made.interpreter()
    states = [state for seed in range(3) for state in random_play(interpreter, seed, 9)]
    assert check_equivariance(mode, states=states) is None


def test_every_game_ends_whoever_is_against_it(found: Exploration) -> None:
    game = game_of(found)
    assert can_always(game, ("players",)).holds
    assert ends(game, ("players",), sure=True).holds


def test_random_games_are_finished(made: EngineBox) -> None:
    played = made.played(games=5_000, seed=1, max_steps=9)
    assert played.complete
    assert played.cut.count == 0
    assert (played.shortest, played.longest) == (5, 9)
    assert set(played.ends) == {(0,), (1,), ()}
    assert sum(first.count for first in played.ends.values()) == 5_000


def test_the_readers_agree() -> None:
    report = compared(mode, comparisons=2_000)
    assert report.comparisons >= 2_000
    assert not report.seldom(500)


def test_under_a_symmetry_ends_are_counted_by_how_many_have_won(made: EngineBox) -> None:
    """A merged state stands for images that other players may have won."""
    merged = made.explored(symmetric=True)
    data = exploration(made, {}, merged, symmetric=True)
    assert data["states"] == sum(UP_TO_SYMMETRY)
    assert [(end["winners"], end["count"]) for end in data["ends"]] == [
        ("nobody, up to symmetry", 3),
        ("1 player, up to symmetry", 135),
    ]
