"""The classes that OpenSpiel calls: a game, its states, its observer.  Imported where OpenSpiel is installed.

OpenSpiel makes games again from their text, as when it reads a stored state: ``queensbench(mode=queue4/standard,
instance=six,...)``.  A game that was made from a session has its number there, and is found by it in the same process.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from queensbench.conformance.turns import CHANCE, OVER, PARAMETERS, Node, TurnGame, named
from queensbench.errors import BadInput


def made(table: TurnGame) -> Any:
    """The game of OpenSpiel."""
    return Game(table.said)


def _type(table: TurnGame | None) -> Any:
    """What OpenSpiel wants to know of a game's kind; of none, what is registered."""
    kind = pyspiel.GameType
    count = 10 if table is None else len(table.seats)
    utility = kind.Utility.GENERAL_SUM
    if table is not None and table.stakes.zero_sum:
        utility = kind.Utility.ZERO_SUM
    elif table is not None and table.stakes.shared:
        utility = kind.Utility.IDENTICAL
    chance = kind.ChanceMode.EXPLICIT_STOCHASTIC
    if table is not None and not table.outcomes:
        chance = kind.ChanceMode.DETERMINISTIC
    hidden = table is None or table.hidden
    return kind(
        short_name="queensbench",
        long_name="Queensbench" if table is None else f"Queensbench {table.rules.label}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=kind.Information.IMPERFECT_INFORMATION
        if hidden
        else kind.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=count,
        min_num_players=1 if table is None else count,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        default_loadable=False,
    )


class Game(pyspiel.Game):  # type: ignore[misc]
    """A mode at an instance; ``table`` is our side of it."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.table = named(given)
        stakes = self.table.stakes
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions,
            max_chance_outcomes=self.table.outcomes,
            num_players=len(self.table.seats),
            min_utility=stakes.least,
            max_utility=stakes.most,
            utility_sum=0.0 if stakes.zero_sum else None,
            max_game_length=self.table.length,
        )
        super().__init__(_type(self.table), info, given)

    def new_initial_state(self) -> State:
        """The start."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The observer of a seat: of its observation, or with perfect recall of its history."""
        return Observer(self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class State(pyspiel.State):  # type: ignore[misc]
    """A place in a play; ``node`` is our side of it, ``node.position`` the position."""

    def __init__(self, game: Game, node: Node | None = None) -> None:
        super().__init__(game)
        self.node = node or game.table.start()

    def current_player(self) -> Any:
        """The seat whose turn it is, or what OpenSpiel says for chance and the end."""
        turn = self.node.turn
        return turn if turn >= 0 else {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}[turn]

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.actions() if player == self.node.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes with their probabilities, each the float nearest to the exact one."""
        return [(number, float(one.probability)) for number, one in self.node.outcomes()]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.do(action)

    def _action_to_string(self, player: int, action: int) -> str:
        table = self.node.game
        return table.outcome_text(action) if player == pyspiel.PlayerId.CHANCE else table.action_text(action)

    def is_terminal(self) -> bool:
        """Whether the play has ended; ``node.end`` says how."""
        return self.node.turn == OVER

    def returns(self) -> list[float]:
        """The worth of the play for each seat."""
        return self.node.returns()

    def __str__(self) -> str:
        return str(self.node)


class Observer:
    """A seat's observation as text and as numbers: for each cell its raw value and whether it is seen.

    With perfect recall it is the history, as text alone.
    """

    def __init__(self, table: TurnGame, kind: Any, params: Any) -> None:
        if params:
            raise BadInput(f"an observer takes no {', '.join(params)}", remedy="leave it out")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise BadInput(
                "what a seat sees is declared as a whole",
                remedy="ask for public and for its own private observations",
            )
        self.recall = bool(kind.perfect_recall)
        self.dict: dict[str, Any] = {}
        self.tensor: Any = None
        if not self.recall:
            cells, seats = len(table.rules.cells(table.start().position._state)), len(table.seats)
            self.tensor = np.zeros(2 * seats + 2 * cells, np.float32)
            self.dict = {
                "seat": self.tensor[:seats],
                "turn": self.tensor[seats : 2 * seats],
                "cells": self.tensor[2 * seats : 2 * seats + cells],
                "seen": self.tensor[2 * seats + cells :],
            }

    def set_from(self, state: State, player: int) -> None:
        """Fill the tensor."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        self.dict["seat"][player] = 1
        if state.node.turn >= 0:
            self.dict["turn"][state.node.turn] = 1
        for at, raw in enumerate(state.node.seen(player)):
            if raw is not None:
                self.dict["cells"][at] = raw
                self.dict["seen"][at] = 1

    def string_from(self, state: State, player: int) -> str:
        """The observation; with perfect recall the history, with a line for each step."""
        return "\n".join(state.node.history(player)) if self.recall else state.node.observation(player)


pyspiel.register_game(_type(None), Game)
