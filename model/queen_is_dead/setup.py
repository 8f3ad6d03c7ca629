"""The set-up of The Queen Is Dead (queen-is-dead.en: set-up).

Both players choose, then lay out in secret; that the model lets White go first shows nothing to either.
"""

from __future__ import annotations

from enum import auto
from typing import Annotated

from model.queen_is_dead.state import (
    OTHER,
    Character,
    Phase,
    Player,
    Prestige,
    State,
    centre,
    copies,
    current,
    may_be_master,
    n,
)
from queensbench.language import Kind, Range, action, chance, clause, initial, require, rule, span, states
from spec.queen_is_dead.rulings import StartRoll, r

Total = Annotated[int, Range(1, 2 * n.faces)]
"""The total of a roll."""


class Higher(Kind):
    """Which player rolled more, or neither."""

    WHITE = auto()
    BLACK = auto()
    NEITHER = auto()


@initial()
def lay_out(s: State) -> None:
    """The supply, and every tile still in hand but the Princess, who lies face up in the middle."""
    with clause("components.tiles"):
        require(sum(copies(c) for c in Character) == 2 * n.faces)
    states("setup.bar", "setup.bar.numbers")
    s.phase = Phase.CHOOSE_MASTER
    s.active = Player.WHITE
    s.first_turn = True
    with clause("components.tokens", "setup.supply"):
        for c in Prestige:
            s.supply[c] = n.tokens
    for p in Player:
        with clause("setup.colour"):
            for t in Character:
                s.hand[p, t] = copies(t)
        with clause("setup.princess", "setup.princess.face_up"):
            s.hand[p, Character.PRINCESS] = 0
            s.line[p, centre()] = Character.PRINCESS
            s.face_up[p, centre()] = True


@action("setup.master", "setup.master.aside", decider=current)
def choose_master(s: State, tile: Character) -> None:
    """A tile with a prestige icon is set aside face down: White's, then Black's, then the lines are laid."""
    require(s.phase == Phase.CHOOSE_MASTER)
    require(s.hand[s.active, tile] > 0)
    with clause("setup.master.excluded"):
        require(may_be_master(tile))
    s.hand[s.active, tile] -= 1
    s.master[s.active] = tile
    states("setup.master.secret")
    if s.active == Player.BLACK:
        with clause("setup.line.after_master"):
            s.phase = Phase.LAY_LINE
    s.active = OTHER[s.active]


@action("setup.line", "setup.order", decider=current)
def lay(s: State, tile: Character) -> None:
    """The next free position of the line, from the low end, takes a tile face down."""
    require(s.phase == Phase.LAY_LINE)
    require(s.hand[s.active, tile] > 0)
    s.hand[s.active, tile] -= 1
    s.line[s.active, s.laid] = tile
    states("setup.line.face_down")
    s.laid += 1
    if s.laid == centre():
        with clause("setup.line.sides"):
            s.laid += 1
    if s.laid == 2 * n.faces + 1:
        s.laid = 2
        s.phase = Phase.LAY_LINE if s.active == Player.WHITE else Phase.ROLL_FOR_START
        s.active = OTHER[s.active]


# --------------------------------------------------------------------------- the roll for the start


@rule()
def ways(total: Total) -> int:
    """How many throws give the total: throws of both dice or, under ruling ``start_roll``, of one."""
    if r.start_roll == StartRoll.OWN_DIE:
        return 1 if total <= n.faces else 0
    return n.faces - abs(total - centre()) if total > 1 else 0


@rule()
def throws(s: State, higher: Higher) -> int:
    """How many pairs of throws of the two players have that outcome."""
    match higher:
        case Higher.NEITHER:
            return sum(ways(i) * ways(i) for i in span(Total))
        case _:
            return sum(ways(i) * ways(j) for i in span(Total) for j in span(Total) if i > j)


@chance("setup.starter.roll", weight=throws)
def roll_for_start(s: State, higher: Higher) -> None:
    """The higher roll starts; equal rolls are rolled anew."""
    require(s.phase == Phase.ROLL_FOR_START)
    if higher == Higher.NEITHER:
        with clause("setup.starter.tie"):
            return
    with clause("setup.starter", "turn.first"):
        s.active = Player.WHITE if higher == Higher.WHITE else Player.BLACK
        s.starter = s.active
        s.phase = Phase.ROLL
