"""What lies on the table of the competitive game, and whose turn it is (queens-collection: second booklet, set-up).

Every pawn begins at home, so that only the diagonal of ``pawns`` is ever in use.  Of what a player has collected no
rule looks at the colour: pawns and box cards before a player are counted.
"""

from __future__ import annotations

from enum import auto
from typing import Annotated

from model.queens_collection.cards import (
    HOME,
    Card,
    Cards,
    Collection,
    Colour,
    Game,
    Player,
    pile_size,
)
from queensbench.language import Kind, Range, Table, partners, rule, size
from spec.queens_collection.against import ReshuffleWhen
from spec.queens_collection.rulings import r


class Competition(Game):
    """The numbers of the second booklet.

    Cards of an opening hand, cards of the display; most cards that are revealed, most pairs and most cards
    exchanged in a turn; rounds, one for each player.
    """

    hand: int = size(2, hi=8)
    display: int = size(3, hi=8)
    reveals: int = size(5, hi=8)
    pairs: int = size(3, hi=8)
    swaps: int = size(3, hi=8)
    rounds: int = size(4, hi=4)


m = Competition()


class Phase(Kind):
    """The phase: what has to be done now."""

    FIRST_PLAYER = auto()
    DEAL = auto()
    LAY_OUT = auto()
    REVEAL = auto()
    TURN_UP = auto()
    TAKE = auto()
    MORE_PAIRS = auto()
    GIVE = auto()
    RECEIVE = auto()
    REFILL = auto()
    COUNT = auto()
    OVER = auto()


Collected = Annotated[int, Range(0, 8 * m.pawns)]
"""Pawns before a player."""

Boxes = Annotated[int, Range(0, 8)]
"""Box cards before a player."""

Deck = Annotated[int, Range(0, 8 * m.cards + m.wilds)]
"""A number of pawn cards."""

Points = Annotated[int, Range(-m.rounds * (8 * m.cards + m.wilds), m.rounds * 8 * (2 * m.pawns + 3))]
"""The points of some rounds: at worst every card in hand each time, at best every pawn and every box."""

Number = Annotated[int, Range(1, m.reveals)]
"""How many cards a player announces."""

Used = Annotated[int, Range(1, 2)]
"""Cards of the hand that go for one card: one, or two equal ones."""


class Match(Collection):
    """The table, the points so far, and how far the turn has come.

    ``hand``: nobody has a partner in the competitive game, so that a hand is its owner's alone there.
    ``removed``: cards that have left the game.  ``revealed``: cards turned up this turn, which are not in the
    hand yet; ``announced``: how many of them the player has announced (0: no number).  ``pairs``: pairs made this
    turn.  ``given``: cards that the active player puts down in an exchange; ``due``: how many come for them.
    What is only of a turn is forgotten with it.
    """

    phase: Phase
    active: Player
    first: Player
    round: Annotated[int, Range(1, m.rounds)]

    hand: Annotated[Table[Player, Card, Cards], partners()]
    display: Table[Card, Cards]
    removed: Table[Card, Cards]
    collected: Table[Player, Collected]
    boxes: Table[Player, Boxes]
    points: Table[Player, Points]

    revealed: Table[Card, Annotated[int, Range(0, m.reveals)]]
    announced: Annotated[int, Range(0, m.reveals)]
    pairs: Annotated[int, Range(0, m.pairs)]
    given: Table[Card, Cards]
    due: Deck


@rule()
def acting(s: Match) -> Player:
    """The player whose turn it is."""
    return s.active


@rule()
def left(s: Match, colour: Colour) -> int:
    """How many pawns of a colour are still on a box card."""
    return s.pawns[HOME[colour], colour]


@rule()
def boxes_left(s: Match) -> int:
    """How many box cards still hold pawns."""
    return sum(1 for colour in Colour if left(s, colour) > 0)


@rule()
def hand_size(s: Match, p: Player) -> int:
    """How many cards a player holds."""
    return sum(s.hand[p, card] for card in Card)


@rule()
def display_size(s: Match) -> int:
    """How many cards the display has."""
    return sum(s.display[card] for card in Card)


@rule()
def discards_size(s: Match) -> int:
    """How many cards have been discarded."""
    return sum(s.discards[card] for card in Card)


@rule()
def no_cards(s: Match) -> bool:
    """Whether no card can be drawn, not even after a reshuffle."""
    return pile_size(s) == 0 and discards_size(s) == 0


@rule()
def bare(s: Match) -> bool:
    """Whether the display is empty and nothing can refill it."""
    return display_size(s) == 0 and no_cards(s)


@rule()
def draw(s: Match, card: Card) -> None:
    """A card leaves the draw pile."""
    s.pile[card] -= 1
    exhausted(s)


@rule()
def exhausted(s: Match) -> None:
    """An empty draw pile is made anew at once, if that is the reading (ruling ``reshuffle_when``)."""
    if pile_size(s) == 0 and discards_size(s) > 0 and r.reshuffle_when == ReshuffleWhen.AT_ONCE:
        reshuffle(s)


@rule("competitive.reshuffle")
def reshuffle(s: Match) -> None:
    """The discards, shuffled, are the new draw pile."""
    for card in Card:
        s.pile[card] += s.discards[card]
        s.discards[card] = 0
