"""What all modes of The Queen's Collection share: colours, box cards, pawn cards, numbers (components, levels).

Pawns of a colour are alike, and so are cards of a colour: the table is kept in counts, and the draw pile is the
cards that are in it, whatever their order; to draw is to take one of them by chance.

The booklets name no colour; the eight names are this model's.  The ring has the box cards in the order of the
kind: every number is the same for all colours, so that any other ring is this one with the colours renamed.
"""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Kind,
    Lookup,
    Parameters,
    Range,
    Record,
    Sizes,
    Table,
    hidden,
    parameter,
    rule,
    size,
)
from spec.queens_collection.preparation import BeginnerModes, DifficultyBoth, DifficultyModes
from spec.queens_collection.rulings import r


class Game(Sizes):
    """What the box holds, and a few numbers of the set-up.

    Pawns of a colour (as many as a box card has spaces), pawn cards of a colour, wilds; cards that lie before
    a player; colours of which a solo player puts a pawn away.  ``dealt`` is no number of the box: with 1 a game
    of booklet 1 is dealt in one step, all pawns of each colour as many box cards beyond their own.
    """

    pawns: int = size(3, hi=8)
    cards: int = size(4, hi=16)
    wilds: int = size(6, lo=0, hi=16)
    shown: int = size(3, hi=3)
    put_away: int = size(4, lo=0, hi=8)
    dealt: int = size(0, lo=0, hi=1)


n = Game()


class Level(Parameters):
    """The numbers that the players settle beforehand; a proof holds for every choice of them."""

    fewer_colours: int = parameter(0, lo=0, hi=1, why="pawn cards of each colour taken out to make it harder")
    fewer_wilds: int = parameter(0, lo=0, hi=3, why="wilds taken out to make it harder")
    beginners: int = parameter(0, lo=0, hi=1, why="1: the box cards show the side with a space less")


level = Level()


class Player(Kind, label={"NORTH": "seat 1", "EAST": "seat 2", "SOUTH": "seat 3", "WEST": "seat 4"}):
    """The players, clockwise; an instance keeps the first ones."""

    NORTH = auto()
    EAST = auto()
    SOUTH = auto()
    WEST = auto()


class Colour(Kind):
    """The colours of the pawns; an instance keeps the first ones, of ``Box`` and of ``Card`` alike."""

    RED = auto()
    ORANGE = auto()
    YELLOW = auto()
    GREEN = auto()
    BLUE = auto()
    PURPLE = auto()
    BLACK = auto()
    WHITE = auto()


class Box(Kind):
    """The box cards that take part, one of each colour, clockwise; the first lies above the sign card."""

    RED = auto()
    ORANGE = auto()
    YELLOW = auto()
    GREEN = auto()
    BLUE = auto()
    PURPLE = auto()
    BLACK = auto()
    WHITE = auto()


class Card(Kind):
    """The pawn cards: one kind for each colour, and the wild."""

    RED = auto()
    ORANGE = auto()
    YELLOW = auto()
    GREEN = auto()
    BLUE = auto()
    PURPLE = auto()
    BLACK = auto()
    WHITE = auto()
    WILD = auto()


Pawns = Annotated[int, Range(0, n.pawns)]
"""Pawns of one colour."""

Cards = Annotated[int, Range(0, n.cards + n.wilds)]
"""Cards of one kind, in a pile or in a hand."""


class Collection(Record):
    """Pawns on box cards (by box card and colour of the pawn), the draw pile, the discards."""

    pawns: Table[Box, Colour, Pawns]
    pile: Annotated[Table[Card, Cards], hidden()]
    discards: Annotated[Table[Card, Cards], hidden()]


HOME: Lookup[Colour, Box] = Lookup({c: Box[c.name] for c in Colour})
"""The box card of a colour."""

CARD: Lookup[Colour, Card] = Lookup({c: Card[c.name] for c in Colour})
"""The pawn card of a colour."""

SHOWS: Lookup[Card, Colour] = Lookup({Card[c.name]: c for c in Colour})
"""The colour that a pawn card shows; a wild shows none."""

RANK: Lookup[Colour, int] = Lookup({c: place for place, c in enumerate(Colour, 1)})
"""An order of the colours, so that a choice of two that have no order is listed once."""

ORDER: Lookup[Card, int] = Lookup({card: place for place, card in enumerate(Card, 1)})
"""An order of the cards, so that cards put down together are listed once."""

RING: Lookup[Box, int] = Lookup({b: place for place, b in enumerate(Box, 1)})
"""The place of a box card in the ring, clockwise from the one above the sign card."""

SEAT: Lookup[Player, int] = Lookup({p: place for place, p in enumerate(Player, 1)})
"""The seat of a player, clockwise."""


@rule()
def left_of(p: Player) -> Player:
    """The next player clockwise."""
    neighbour = p
    for q in Player:
        if SEAT[q] == SEAT[p] % len(Player) + 1:
            neighbour = q
    return neighbour


@rule()
def copies(card: Card) -> int:
    """How many cards of a kind the box holds."""
    return n.wilds if card == Card.WILD else n.cards


# ------------------------------------------------------------------------------------------- the levels


@rule()
def harder(s: Collection) -> bool:
    """Whether cards may be taken out in this mode (the modes of the first booklet replace this)."""
    return r.difficulty_modes == DifficultyModes.EVERY_MODE


@rule()
def easier(s: Collection) -> bool:
    """Whether the beginners' side may be used in this mode (the modes of the first booklet replace this)."""
    return r.beginner_modes == BeginnerModes.EVERY_MODE and level.beginners == 1


@rule()
def taken_out(s: Collection, card: Card) -> int:
    """How many cards of a kind are out of this game.  What a ruling bars is as if it had not been chosen."""
    if not harder(s):
        return 0
    if card != Card.WILD:
        return level.fewer_colours
    if level.fewer_colours > 0 and r.difficulty_both == DifficultyBoth.ONE_OF_TWO:
        return 0
    return min(level.fewer_wilds, n.wilds)


@rule()
def spaces(s: Collection) -> int:
    """How many pawns a box card has room for, as it lies."""
    return n.pawns - 1 if easier(s) else n.pawns


# --------------------------------------------------------------------------------------------- the piles


@rule()
def in_pile(s: Collection, card: Card) -> int:
    """How many cards of a kind the draw pile holds: the weight of drawing one."""
    return s.pile[card]


@rule()
def pile_size(s: Collection) -> int:
    """How many cards the draw pile holds."""
    return sum(s.pile[card] for card in Card)
