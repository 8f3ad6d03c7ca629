"""Bots of OpenSpiel play all fourteen modes."""

from __future__ import annotations

import pytest

from queensbench.conformance.bots import bot_games
from queensbench.conformance.openspiel import openspiel_game
from queensbench.errors import BadInput
from tests.conformance.boxes import SMALL, session

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel here")


@pytest.mark.parametrize("path", SMALL)
def test_random_bots_and_tree_search_play(path: str) -> None:
    """Each play is one of the rules: it is done again move by move, and ends where the bots ended."""
    made = session(path)
    game = openspiel_game(made, length=200)
    for bots in ("random", "mcts"):
        (played,) = bot_games(game, bots, seed=2, simulations=4)
        again = made.play()
        for move in played.play.moves:
            again.do(move)
        assert again.position == played.play.position
        assert played.end in ("over", "silent", "cut")
        assert played.choices > 0


def test_the_same_seed_plays_the_same() -> None:
    game = openspiel_game(session("queens-collection/competitive"))
    first, second, other = (bot_games(game, seed=seed, games=3) for seed in (1, 1, 2))
    assert [one.play.moves for one in first] == [one.play.moves for one in second]
    assert [one.play.moves for one in first] != [one.play.moves for one in other]


def test_tree_search_beats_chance() -> None:
    game = openspiel_game(session("queens-collection/competitive"))
    won = [one.returns[0] for one in bot_games(game, ["mcts", "random"], games=10, simulations=40)]
    assert sum(won) >= 6


def test_unknown_bots_are_refused() -> None:
    game = openspiel_game(session("queens-collection/competitive"))
    with pytest.raises(BadInput) as caught:
        bot_games(game, ["mcts"])
    assert (
        str(caught.value)
        == "'mcts' cannot take the seats NORTH, EAST; give one of random, mcts for all, or one for each"
    )
    with pytest.raises(BadInput) as caught:
        bot_games(game, simulations=1)
    assert str(caught.value) == "simulations = 1 searches nothing; give a whole number from 2 up"
