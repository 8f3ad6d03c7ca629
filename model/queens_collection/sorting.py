"""What lies on the table while pawns are sorted: the cooperative and the solo game (booklet 1)."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from model.queens_collection.cards import (
    HOME,
    Box,
    Card,
    Collection,
    Colour,
    Pawns,
    Player,
    easier,
    harder,
    level,
    n,
    spaces,
)
from queensbench.language import Kind, Range, Table, clause, decider, rule


class Phase(Kind):
    """The phase: what has to be done now."""

    PUT_AWAY = auto()
    DEAL = auto()
    OPENING = auto()
    CHOOSE_FIRST = auto()
    ACT = auto()
    DRAW = auto()
    BURN = auto()
    TRADE_ON = auto()
    CONSENT = auto()
    SECOND_PAWN = auto()


Place = Annotated[int, Range(0, len(Box.__members__))]
"""A place of the ring; 0 is none."""

Shown = Annotated[int, Range(0, n.shown)]
"""Cards before a player."""


class Sorting(Collection):
    """The table of booklet 1, and how far the turn has come.

    ``supply``: pawns that are still to be dealt.  ``out``: pawns that are out of this game.  ``place``: the place
    in the ring of the box card that is dealt to (0 after the deal).  ``to_draw``: cards that the active player
    is still to draw.  ``passed``: who has passed (and, by ruling ``all_passed``, has not seen an action since).
    """

    phase: Phase
    active: Player
    supply: Table[Colour, Pawns]
    out: Table[Colour, Pawns]
    place: Place
    display: Table[Player, Card, Shown]
    to_draw: Shown
    passed: Table[Player, bool]


@decider()
def whose_turn(s: Sorting) -> Player:
    """The player whose turn it is.  The group's choices are made in the name of the first player."""
    return s.active


@rule()
def playing(s: Sorting) -> bool:
    """The set-up is over."""
    return s.phase not in (Phase.PUT_AWAY, Phase.DEAL, Phase.OPENING, Phase.CHOOSE_FIRST)


@rule()
def on_box(s: Sorting, box: Box) -> int:
    """How many pawns stand on a box card."""
    return sum(s.pawns[box, c] for c in Colour)


@rule()
def held(s: Sorting, p: Player) -> int:
    """How many cards lie before a player."""
    return sum(s.display[p, card] for card in Card)


# ------------------------------------------------------------------------------------------- the levels


@rule(replaces=harder)
def harder_together(s: Sorting) -> bool:
    """Whether cards may be taken out: the booklet says so of the cooperative game."""
    return True


@rule(replaces=easier)
def easier_together(s: Sorting) -> bool:
    """Whether the beginners' side is used: the booklet offers it for the cooperative and for the solo game."""
    return level.beginners == 1


@rule()
def take_third(s: Sorting, c: Colour) -> None:
    """On the beginners' side: with two at home, what is left of the colour leaves the game, wherever it is."""
    if easier(s) and s.pawns[HOME[c], c] >= spaces(s):
        further = sum(s.pawns[box, c] for box in Box) - spaces(s)
        if further > 0:
            with clause("beginner.third", "beginner.third.anywhere"):
                s.out[c] += further
                for box in Box:
                    s.pawns[box, c] = spaces(s) if box == HOME[c] else 0
        if s.supply[c] > 0:
            with clause("beginner.third"):
                s.out[c] += s.supply[c]
                s.supply[c] = 0


@rule()
def take_thirds(s: Sorting, a: Colour, b: Colour) -> None:
    """``take_third`` for two colours, or for one: a rule that goes through the colours in order is easier to prove."""
    for c in Colour:
        if c in (a, b):
            take_third(s, c)
