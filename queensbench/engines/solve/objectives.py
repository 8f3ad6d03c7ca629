"""The objectives of best play: a score or a victory, the players who pursue it and those who oppose it.

==========  ========================================================================================
``score``   the player's own score, or the one that all share
``win``     1 where the player is among the winners, else 0
``margin``  1 where the player has won and the other has not, -1 the other way round, else 0
==========  ========================================================================================

Everybody plays for a shared score, and for whatever the only player is after.  For any other objective one player
plays, and all others together against it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from queensbench.engines.graphs.kernels import NOBODY, SEVERAL
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.solve.arena import Explored
from queensbench.errors import BadInput
from queensbench.language.modes import Mode
from queensbench.rules.observations import Views
from queensbench.rules.typed import ir

OBJECTIVES = ("score", "win", "margin")


@dataclass(frozen=True)
class Aim:
    """A quantity to be made as great as it can be; with ``least``, as small.

    ``player``: the raw player who plays for it; -1 where everybody does.
    """

    measure: str
    player: int
    name: str
    others: tuple[str, ...] = ()
    least: bool = False

    @property
    def text(self) -> str:
        """The aim in words."""
        what = {
            "score": f"{'least' if self.least else 'greatest'} expected score",
            "win": f"{'least' if self.least else 'greatest'} probability of winning",
            "margin": "wins minus losses",
        }[self.measure]
        whose = f" of {self.name}" if self.name else ""
        against = f", {' and '.join(self.others)} playing against it" if self.others else ""
        return f"{what}{whose}{against}"

    @property
    def sign(self) -> int:
        """The factor of the measure, so that the aim is always the greatest."""
        return -1 if self.least else 1

    def payoffs(self, arena: Explored) -> Array:
        """The worth of each ended state (int64, 0 for all others); the least is the worst."""
        if self.measure == "score":
            worth: Array = arena.measured("score", max(0, self.player))
        else:
            bits = arena.measured("winners")
            worth = bits >> max(0, self.player) & 1
            if self.measure == "margin":
                worth = worth - (bits >> (1 - self.player) & 1)
        if self.least:
            worth = -worth
        return worth

    def maximising(self, arena: Explored) -> Array:
        """1 for each state where the choice is made for the aim (uint8).  Raises BadInput if the rules do not say."""
        if not self.others:
            return np.ones(arena.states, np.uint8)
        owners = arena.owner[arena.role == k.CHOICE]
        mode = f"{arena.system.ruleset}/{arena.system.mode}"
        if (owners == SEVERAL).any():
            raise BadInput(
                "in some states several players may move",
                where=mode,
                remedy="solve knows games in which one is to move",
            )
        if (owners == NOBODY).any():
            raise BadInput("some actions are nobody's choice", where=mode, remedy="give the mode a @decider")
        mine: Array = (arena.owner == self.player).astype(np.uint8)
        return mine


def players_of(system: ir.System) -> tuple[str, ...]:
    """The names of the players, from winners, scores or deciders; empty for a game that names none."""
    for function in (system.wins, system.score):
        if function is not None and system.functions[function].params:
            kind = system.functions[function].params[0][1]
            if isinstance(kind, ir.KindType):
                return kind.members
    return ir.deciders(system)


def parties_of(system: ir.System) -> tuple[str, ...]:
    """The players of whom one has to be named for the natural aim: more than two without a score that all share."""
    shared = system.score is not None and not system.functions[system.score].params
    names = players_of(system)
    return names if len(names) > 2 and not shared else ()


def aims_of(system: ir.System, objective: str = "", player: str = "", *, least: bool = False) -> list[Aim]:
    """The aims of a mode: those that are asked for, or the natural ones for its number of players.

    Raises BadInput for an objective or a player that the mode does not have, or where one of several has to be named.
    """
    where = f"{system.ruleset}/{system.mode}"
    names = players_of(system)
    shared = system.score is not None and not system.functions[system.score].params
    if objective and objective not in OBJECTIVES:
        raise BadInput(f"no objective is called {objective}", remedy=f"choose of {', '.join(OBJECTIVES)}")
    if system.score is None and system.wins is None:
        raise BadInput(
            "the rules declare neither a score nor winners",
            where=where,
            remedy="give the mode @score or @wins",
        )
    if objective == "score" and system.score is None:
        raise BadInput("the rules declare no score", where=where, remedy="solve it for `win`")
    if objective in ("win", "margin") and system.wins is None:
        raise BadInput("the rules declare no winners", where=where, remedy="solve it for `score`")
    if not objective:
        alone = len(names) < 2 or shared or system.wins is None
        objective = "score" if alone and system.score is not None else "win"
        if len(names) == 2 and objective == "win" and not player and not least:
            objective = "margin"
    if player and player not in names:
        raise BadInput(
            f"nobody is called {player}",
            where=where,
            remedy=f"choose of {', '.join(names)}" if names else "no rule says who chooses or wins",
        )
    if objective == "margin" and len(names) != 2:
        raise BadInput("wins minus losses are of two players", where=where, remedy="solve it for `win`")
    if objective == "margin" and least:
        raise BadInput(
            "the least margin of one is the greatest of the other", remedy="name the other by --for"
        )
    if objective == "score" and shared:
        if player:
            raise BadInput("the score is everybody's", where=where, remedy="leave out --for")
        return [Aim("score", -1, "", (), least)]
    if len(names) < 2:
        return [Aim(objective, 0, "", (), least)]
    if len(names) > 2 and not player:
        raise BadInput(
            f"{len(names)} players each have an aim of their own",
            where=where,
            remedy=f"name one by --for ({', '.join(names)}): all others then play against",
        )

    def aim(measure: str, who: int) -> Aim:
        others = tuple(n for n in names if n != names[who])
        return Aim(measure, who, names[who], others, least)

    if player:
        return [aim(objective, names.index(player))]
    if objective == "margin":
        return [aim("margin", 0), aim("win", 0), aim("win", 1)]
    return [aim(objective, 0), aim(objective, 1)]


def hidden_fields(system: ir.System, mode: Mode) -> list[str]:
    """The fields of which some player may not see all, although the solver's players do."""
    views = Views(system, mode)
    players = range(max(1, len(players_of(system))))
    found = []
    for block in system.fields:
        sights = [views.hidden.get(block.offset + i) for i in range(block.cells)]
        if any(sight is not None and any(sight.owner != p for p in players) for sight in sights):
            found.append(block.name.removesuffix(".len"))
    return list(dict.fromkeys(found))
