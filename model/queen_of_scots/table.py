"""What lies on the table of Queen of Scots, and how far the turn has come.

Copies of a card are alike, so hands, piles and sets are counts.  The face-down pile has been mixed: to draw is to take
one of its cards by chance.  The face-up pile is taken whole or renewed whole, so that besides its topmost card only its
contents matter.  The sets of one sort before a player are counted together: what may join one of them may join
each, and they score alike.  Where more has to be known under some reading (how many sets of royals there are) it
is kept then, and only then.
"""

from __future__ import annotations

from enum import auto
from typing import Annotated

from model.queen_of_scots.cards import Card, Count, Player, Sort, left_of, n, right_of
from queensbench.language import Kind, Range, Record, Table, decider, hidden, owner, rule
from spec.queen_of_scots.dealing import TurnOrder
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.turns import PlayWhen


class Phase(Kind):
    """The phase: what has to be done now."""

    DEALER = auto()
    SHUFFLE = auto()
    DEAL = auto()
    TURN_UP = auto()
    SEAT = auto()
    PICK_UP = auto()
    DRAW = auto()
    PLAY = auto()
    AFTER = auto()
    SCORE = auto()
    BOOK = auto()
    OVER = auto()


KINDS = len(Card.__members__)

PLACES = 2 * KINDS + len(Sort.__members__)
"""Places before a player where copies are counted: in sets of one card, in sets of royals, by sort of set."""

Points = Annotated[
    int, Range(-n.rounds * PLACES * n.most * n.dearest, n.rounds * PLACES * n.most * n.dearest)
]
"""The points of some rounds, as if in every place there were all copies of a card: so many there never are."""

Gained = Annotated[int, Range(-PLACES * n.most * n.dearest, PLACES * n.most * n.dearest)]
"""The points of one round, within the same bounds."""

Round = Annotated[int, Range(1, n.rounds)]

Sets = Annotated[int, Range(0, 2 * KINDS * n.most)]
"""A number of sets: each has a card at least, and so there is always room for one more."""


class State(Record):
    """The table.

    ``laid``: cards before a player in sets of one card; ``court``: royals in sets of the royal family;
    ``wilds``: crown jewels before a player, by the sort of set in which they lie.  ``pile``: the face-up pile with
    its topmost card ``top``, which has no meaning while the pile is empty.
    ``gained``: what a round that is being scored is worth, until it is booked.
    ``dealer``: who deals this round or, before cards are shuffled, the next.  ``first``: who began the round.

    The rest is kept under some readings only, and otherwise never changes.  ``first_dealer``: who dealt first.
    ``courts``: how many sets of royals there are before a player.  ``untouched``: nothing has been discarded on the
    card turned up.  ``apart``: the card turned up, where it belongs to no pile.  ``renewed``: the face-down pile has
    been renewed this round.  Of the current turn: ``picked``: cards in hand that were picked up (only its owner knows
    one that was drawn); ``taken``: the face-up pile was, where both a card that was drawn and those of the pile are
    ``picked``; ``aside``: the topmost card of the taken pile and its companions, still to be laid as a set of
    sort ``aside_sort`` if ``due``; ``begun``: sorts of set that were begun; ``fresh_laid``, ``fresh_court``,
    ``fresh_wilds``: what was laid and can be taken back; ``fresh_courts``: sets of royals that can; ``turned``: crown
    jewels laid before that were a set of their own and became one of that sort by a card that can be taken back.
    Where sets of earlier rounds lie there, ``opened``: who has laid a set in this round; ``fresh_opened``: the player
    on turn first did so in this turn, and can take it back.
    """

    phase: Phase
    active: Player
    dealer: Player
    first: Player
    round: Round
    points: Table[Player, Points]
    gained: Table[Player, Gained]
    winner: Table[Player, bool]

    deck: Annotated[Table[Card, Count], hidden()]
    pile: Table[Card, Count]
    top: Card
    hand: Annotated[Table[Player, Card, Count], owner()]
    laid: Table[Player, Card, Count]
    court: Table[Player, Card, Count]
    wilds: Table[Player, Sort, Count]

    first_dealer: Player
    courts: Table[Player, Sets]
    opened: Table[Player, bool]
    untouched: bool
    apart: Table[Card, bool]
    renewed: bool
    picked: Table[Card, Count]
    taken: bool
    aside: Table[Card, Annotated[int, Range(0, 3)]]
    aside_sort: Sort
    due: bool
    begun: Table[Sort, bool]
    fresh_laid: Table[Card, Count]
    fresh_court: Table[Card, Count]
    fresh_wilds: Table[Sort, Count]
    fresh_opened: bool
    fresh_courts: Sets
    turned: Table[Sort, Count]


@decider()
def whose_choice(s: State) -> Player:
    """The player on turn; the dealer shuffles; who sits first speaks for the group."""
    return s.dealer if s.phase == Phase.SHUFFLE else s.active


@rule()
def acting(s: State) -> Player:
    """The player on turn."""
    return s.active


@rule()
def hand_size(s: State, p: Player) -> int:
    """How many cards a player holds."""
    return sum(s.hand[p, card] for card in Card)


@rule()
def deck_size(s: State) -> int:
    """How many cards the face-down pile has."""
    return sum(s.deck[card] for card in Card)


@rule()
def pile_size(s: State) -> int:
    """How many cards the face-up pile has."""
    return sum(s.pile[card] for card in Card)


@rule()
def in_deck(s: State, card: Card) -> int:
    """How many copies the face-down pile has: the weight of drawing one."""
    return s.deck[card]


@rule()
def next_player(p: Player) -> Player:
    """The player whose turn follows (ruling ``turn_order``)."""
    return left_of(p) if r.turn_order == TurnOrder.CLOCKWISE else right_of(p)


@rule()
def may_lay(s: State) -> bool:
    """Whether cards may be laid now (ruling ``play_when``; after the discard see ``after_discard``)."""
    if s.phase == Phase.PICK_UP:
        return r.play_when == PlayWhen.WHOLE_TURN
    return s.phase in (Phase.PLAY, Phase.AFTER)


@rule()
def forget_turn(s: State) -> None:
    """Forget what concerns one turn alone."""
    s.due = False
    s.taken = False
    s.fresh_opened = False
    s.fresh_courts = 0
    s.aside_sort = Sort.COOK
    for card in Card:
        s.picked[card] = 0
        s.aside[card] = 0
        s.fresh_laid[card] = 0
        s.fresh_court[card] = 0
    for sort in Sort:
        s.begun[sort] = False
        s.fresh_wilds[sort] = 0
        s.turned[sort] = 0


@rule()
def end_round(s: State) -> None:
    """The round is over and is to be scored."""
    forget_turn(s)
    s.phase = Phase.SCORE
