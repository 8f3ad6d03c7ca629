"""What all modes of Queue 4 share: cards, the deck, the Queues, the discards.

The deck is the cards that are in it, whatever their order; to draw is to take one of them by chance.  What a turn
decides is decided before that, so that nobody knows more than the text lets them know.

Suits matter in no variant, colours in Bouquets alone.  A card is therefore a rank and a colour, and the base game
has one colour: cards of a rank are alike there.
"""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Bound,
    Kind,
    Lookup,
    Parameters,
    Range,
    Record,
    Seq,
    Sizes,
    Table,
    parameter,
    rule,
    size,
)


class Box(Sizes):
    """The deck, and the numbers that the variants name.

    ``copies``: cards that are alike, of each rank and colour.  ``jack``, ``queen``, ``king``: the ranks with an
    effect (0: none has it).  ``opening``: cards of an opening Queue.  ``price``: cards that a move costs.
    ``games``: games of a campaign, by which it multiplies the bands too.  ``tokens``: tokens of a campaign.
    """

    ranks: int = size(13, hi=13)
    colours: int = size(1, hi=2)
    copies: int = size(4, hi=4)
    jack: int = size(11, lo=0, hi=13)
    queen: int = size(12, lo=0, hi=13)
    king: int = size(13, lo=0, hi=13)
    opening: int = size(2, lo=1, hi=2)
    price: int = size(3, lo=1, hi=3)
    games: int = size(5, hi=5)
    tokens: int = size(6, hi=6)


n = Box()


class Level(Parameters):
    """Numbers that a small deck scales; a proof holds for every choice."""

    others: int = parameter(
        10, lo=0, hi=52, why="the cards that a deck must hold beside the one shuffled back"
    )


level = Level()


class Player(Kind, label={"PLAYER": "the player"}):
    """The one player of whom the text speaks."""

    PLAYER = auto()


class Queue(Kind):
    """The Queues; an instance keeps the first ones."""

    FIRST = auto()
    SECOND = auto()
    THIRD = auto()
    FOURTH = auto()


class Aim(Kind):
    """A Queue, or none; an instance keeps the same ones."""

    NONE = auto()
    FIRST = auto()
    SECOND = auto()
    THIRD = auto()
    FOURTH = auto()


class Phase(Kind):
    """The phase: what has to be done now.

    A turn: ``AIM``, ``LOOK``, ``KNOWN``, ``REVEAL``, ``SEEN``, ``THROW``.  The end: ``OVER``.  The Royal Ball:
    ``DEAL``, ``ARRANGE``, ``PAIR``, ``OFFER``, ``HELP``, ``TURN_UP``, ``PLACE``, ``SEND_BACK``, ``BEHEAD``.
    Bouquets: ``PAY``, ``TAKE``, ``PUT``, ``NAME``.  Both variants, or a campaign of them: ``KIND``.
    A campaign: ``SCORE``.
    """

    AIM = auto()
    LOOK = auto()
    KNOWN = auto()
    REVEAL = auto()
    SEEN = auto()
    THROW = auto()
    OVER = auto()
    DEAL = auto()
    ARRANGE = auto()
    PAIR = auto()
    OFFER = auto()
    HELP = auto()
    TURN_UP = auto()
    PLACE = auto()
    SEND_BACK = auto()
    BEHEAD = auto()
    PAY = auto()
    TAKE = auto()
    PUT = auto()
    NAME = auto()
    KIND = auto()
    SCORE = auto()


class Ending(Kind):
    """How the game has ended; ``STUCK`` is no ending of the text but of ruling ``effect_impossible``."""

    NONE = auto()
    FOURTH = auto()
    CHOICE = auto()
    DECK = auto()
    STUCK = auto()


def rank_name(rank: int) -> str:
    """A rank as it is called at the table."""
    return {1: "Ace", n.jack: "Jack", n.queen: "Queen", n.king: "King"}.get(rank, str(rank))


def card_name(card: int) -> str:
    """A card as it is called at the table; its colour is said where colours count."""
    if card == 0:
        return "no card"
    rank, colour = (card - 1) // n.colours + 1, (card - 1) % n.colours
    return f"{('red', 'black')[colour]} {rank_name(rank)}" if n.colours > 1 else rank_name(rank)


Card = Annotated[int, Range(1, n.ranks * n.colours, label=card_name)]
"""A rank and a colour, numbered by rank; with one colour, a rank."""

Held = Annotated[int, Range(0, n.ranks * n.colours, label=card_name)]
"""A card, or 0 for none."""

Rank = Annotated[int, Range(1, n.ranks, label=rank_name)]
"""Ace low."""

Colour = Annotated[int, Range(0, n.colours - 1)]

Copies = Annotated[int, Range(0, n.copies)]
"""Cards of one rank and colour."""

Gap = Annotated[int, Range(0, n.ranks * n.colours * n.copies)]
"""A place for a card in a Queue: so many cards lie beneath it."""

NUMBER: Lookup[Queue, int] = Lookup({q: place for place, q in enumerate(Queue, 1)})
"""An order of the Queues, so that of empty ones, which are alike, the first alone is listed."""


AIM: Lookup[Queue, Aim] = Lookup({q: Aim[q.name] for q in Queue})

QUEUE: Lookup[Aim, Queue] = Lookup({aim: Queue.FIRST if aim == Aim.NONE else Queue[aim.name] for aim in Aim})
"""The Queue that is meant; of none, which nobody asks for, the first."""


class Standard(Record):
    """The table of the base game.

    ``ending``: what has ended the game.  ``target``, ``gap``: the destination settled for the card drawn, no Queue
    and 0 when there is none.  ``held``: the card that lies face up, or is known, and is in no Queue.
    ``turned``: by ruling ``discard_whole`` the card that was played, while a Queue is thrown away card by card.
    ``gone``: by ruling ``queue_total`` the Queues that cannot be begun again.  ``returned``: a card was shuffled
    back.  ``together``: by ruling ``four_of_a_kind`` all cards of a rank were thrown away with one Queue.
    """

    phase: Phase
    ending: Ending
    deck: Table[Card, Copies]
    queue: Table[Queue, Annotated[Seq[Card], Bound(n.ranks * n.colours * n.copies)]]
    discards: Table[Card, Copies]
    target: Aim
    gap: Gap
    held: Held
    turned: Held
    gone: Table[Queue, bool]
    returned: bool
    together: bool


@rule("order.aces")
def rank_of(card: Card) -> Rank:
    """The rank of a card: 1 for an Ace."""
    return (card - 1) // n.colours + 1


@rule()
def colour_of(card: Card) -> Colour:
    """The colour of a card."""
    return (card - 1) % n.colours


@rule()
def in_deck(s: Standard, card: Card) -> int:
    """How many such cards the deck holds: the weight of drawing one."""
    return s.deck[card]


@rule()
def deck_size(s: Standard) -> int:
    """How many cards the deck holds."""
    return sum(s.deck[c] for c in range(1, n.ranks * n.colours + 1))


@rule()
def in_queue(s: Standard, q: Queue, rank: Rank) -> int:
    """How many cards of a rank lie in a Queue."""
    return sum(
        rank_of(s.queue[q][i]) == rank for i in range(n.ranks * n.colours * n.copies) if i < len(s.queue[q])
    )


@rule()
def deck_of_rank(s: Standard, rank: Rank) -> int:
    """How many cards of a rank the deck holds."""
    return sum(s.deck[(rank - 1) * n.colours + k] for k in range(1, n.colours + 1))


@rule()
def discarded(s: Standard, rank: Rank) -> int:
    """How many cards of a rank lie among the discards."""
    return sum(s.discards[(rank - 1) * n.colours + k] for k in range(1, n.colours + 1))


@rule()
def four_discarded(s: Standard) -> bool:
    """Whether all cards of some rank lie among the discards."""
    return any(discarded(s, k) == n.colours * n.copies for k in range(1, n.ranks + 1))


@rule()
def begins_at(s: Standard, q: Queue) -> bool:
    """Whether a card that begins a Queue would begin this one: of the empty ones the first."""
    return (
        len(s.queue[q]) == 0
        and not s.gone[q]
        and not any(NUMBER[p] < NUMBER[q] and len(s.queue[p]) == 0 and not s.gone[p] for p in Queue)
    )


@rule("queues.ordered", "order.match")
def in_order(s: Standard, q: Queue, gap: Gap, card: Card) -> bool:
    """Whether a card leaves the Queue in order at a place: equal ranks may be neighbours."""
    return (gap == 0 or rank_of(s.queue[q][gap - 1]) <= rank_of(card)) and (
        gap == len(s.queue[q]) or rank_of(card) <= rank_of(s.queue[q][gap])
    )


@rule()
def first_of_its_kind(s: Standard, q: Queue, gap: Gap, card: Card) -> bool:
    """Of places for a known card that leave the Queue the same, this is the lowest."""
    return gap == 0 or s.queue[q][gap - 1] != card


@rule()
def misfits_somewhere(s: Standard, q: Queue, card: Card) -> bool:
    """Whether at some place of the Queue the card would be out of order."""
    return any(
        i < len(s.queue[q]) and rank_of(s.queue[q][i]) != rank_of(card)
        for i in range(n.ranks * n.colours * n.copies)
    )
