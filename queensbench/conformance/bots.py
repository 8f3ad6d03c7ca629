"""Bots of OpenSpiel play a mode at an instance: at random, or by Monte-Carlo tree search (MCTS).

The search looks at the whole position, hidden cells included, and at the true chances.  So it is a strong player to
measure others by, and no fair one where anything is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from queensbench.api.given import checked
from queensbench.api.play import Play
from queensbench.conformance.openspiel import require
from queensbench.conformance.turns import CHANCE, OVER
from queensbench.errors import BadInput
from queensbench.language.records import shown

BOTS = ("random", "mcts")


@dataclass(frozen=True)
class BotGame:
    """A game that bots have played: the play, what it was worth to each seat, and how it ended.

    ``end``: ``over``, ``silent``, ``stuck`` or ``cut``.  ``choices``: how often a bot was asked.

    >>> import queensbench as qb
    >>> game = qb.openspiel_game(qb.load("queens-collection/competitive").session("duel"))
    >>> played = qb.bot_games(game, ["mcts", "random"], seed=2)[0]
    >>> played.returns, len(played.play)
    ((1.0, -1.0), 17)
    """

    play: Play
    returns: tuple[float, ...]
    end: str
    choices: int


@checked()
def bot_games(
    game: Any, bots: str | Sequence[str] = "random", *, games: int = 1, seed: int = 1, simulations: int = 20
) -> list[BotGame]:
    """Games of a game that :func:`openspiel_game` made, played by bots of OpenSpiel.

    ``bots``: ``random`` or ``mcts`` for all seats, or one for each.  ``simulations``: how many positions (2 or more)
    the search looks at before each choice; each is played to its end at random.  The same seed gives the same games.
    Raises BadInput for other bots, and where OpenSpiel is not installed.

    >>> import queensbench as qb
    >>> game = qb.openspiel_game(qb.load("queue4/standard").session("six"))
    >>> played = qb.bot_games(game, "mcts", seed=3)[0]
    >>> played.end, played.returns
    ('over', (2.0,))
    """
    require("pyspiel", "OpenSpiel", "open-spiel")
    seats = len(game.table.seats)
    names = [bots] * seats if isinstance(bots, str) else list(bots)
    if len(names) != seats or not set(names) <= set(BOTS):
        raise BadInput(
            f"{', '.join(map(shown, names))} cannot take the seats {', '.join(game.table.seats)}",
            remedy=f"give one of {', '.join(BOTS)} for all, or one for each",
        )
    if simulations < 2:
        raise BadInput(
            f"simulations = {simulations} searches nothing", remedy="give a whole number from 2 up"
        )
    return [
        _played(game, names, np.random.RandomState([seed, number]), simulations) for number in range(games)
    ]


def _played(game: Any, names: Sequence[str], random: Any, simulations: int) -> BotGame:
    """One game."""
    players = [_bot(game, name, seat, random, simulations) for seat, name in enumerate(names)]
    state = game.new_initial_state()
    play = Play((state.node.position,))
    choices = 0
    while state.node.turn != OVER:
        if state.node.turn == CHANCE:
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            action = int(random.choice(numbers, p=chances))
        else:
            action = int(players[state.node.turn].step(state))
            choices += 1
        before = state.node.position
        state.apply_action(action)
        if state.node.position is not before:  # a seat may have left it to the next
            play.do(state.node.position.move)
    return BotGame(play, tuple(state.returns()), state.node.end, choices)


def _bot(game: Any, name: str, seat: int, random: Any, simulations: int) -> Any:
    if name == "random":
        bots = import_module("open_spiel.python.bots.uniform_random")
        return bots.UniformRandomBot(seat, random)
    search = import_module("open_spiel.python.algorithms.mcts")
    evaluator = search.RandomRolloutEvaluator(1, random)
    return search.MCTSBot(game, 2.0 * game.max_utility(), simulations, evaluator, random_state=random)
