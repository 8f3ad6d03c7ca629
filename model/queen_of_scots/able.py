"""Whether a hand could be emptied, and whether a card could be laid, for the readings that ask so.

Able is a player who could place all cards of the hand (``going_out``: all but one, which is discarded) by laying
sets, by adding and by the discard.  Cards that might still be picked up do not count, and no card is taken back.
A search for a way out of the turn has found the judgement exact under the house readings, under each other reading of a
single ruling, and under readings together.  It errs in one position of a thousand or fewer where the player holds a
crown jewel, or has a set of them, under

- ``going_out`` NOT_NEW_SET with a limit by ``royal_wilds``;

and where it is two jewels, or a set, under

- ``going_out`` NOT_NEW_SET with ``jewel_set`` FIRST_CARD;
- ``james_copies`` JAMES_ALONE with FIRST_CARD, and ``same_card`` WORTH or ``initial_set`` FIRST_OF_PLAYER;
- FIRST_OF_PLAYER with ``three_jewels`` SET and FIRST_CARD.

Under WORTH it also errs, in one position of a hundred, where a royal is worth as much as a card of the people.
Where sets of earlier rounds lie there (``new_round`` SETS_STAY, ``initial_set`` FIRST_OF_PLAYER) the search found it
exact as well.  It misses a first set that takes a jewel, if jewels are royal or by NOT_NEW_SET: no game came to that.

Which cards of a taken pile have to be laid (``rest_of_pile``) is judged by what may be laid as a set or added now.
"""

from __future__ import annotations

from model.queen_of_scots.cards import RANK, Card, Sort
from model.queen_of_scots.emptying import Spare, fits
from model.queen_of_scots.emptying_james import james_fits
from model.queen_of_scots.last_card import last_one_joins
from model.queen_of_scots.sets import is_pair_set, is_set, joins, taken_fit
from model.queen_of_scots.table import Phase, State, hand_size, may_lay
from queensbench.language import rule
from spec.queen_of_scots.dealing import JamesCopies
from spec.queen_of_scots.pile import RestOfPile, RestWithWilds
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import RoundEnd
from spec.queen_of_scots.sets import GoingOut
from spec.queen_of_scots.turns import DiscardJewel, DiscardTaken, NoDiscard

# ------------------------------------------------------------------------------------------ the discard


@rule()
def barred(s: State, card: Card) -> bool:
    """Rulings ``discard_jewel``, ``discard_taken``: whether no copy in hand may be discarded."""
    if card == Card.JEWEL and r.discard_jewel == DiscardJewel.BARRED:
        return True
    return r.discard_taken != DiscardTaken.ANY_CARD and s.hand[s.active, card] <= s.picked[card]


@rule()
def all_barred(s: State) -> bool:
    """Whether no card of the hand may be discarded."""
    return all(s.hand[s.active, card] == 0 or barred(s, card) for card in Card)


@rule()
def may_discard(s: State, card: Card) -> bool:
    """Whether a card of the hand may be discarded."""
    return not barred(s, card) or (r.no_discard == NoDiscard.BAR_LIFTED and all_barred(s))


# ---------------------------------------------------------------------------------- the rest of the pile


@rule()
def to_lay(s: State, card: Card) -> int:
    """How many copies of the hand are counted for what could be laid (ruling ``rest_with_wilds``)."""
    if card == Card.JEWEL and r.rest_with_wilds == RestWithWilds.MATCHING_ONLY:
        return 0
    return s.hand[s.active, card]


@rule()
def pair_goes(s: State, first: Card, second: Card) -> bool:
    """Whether two cards of the hand, in order, could be laid as a set."""
    return is_pair_set(first, second) and taken_fit(s, first, second, second)


@rule()
def three_go(s: State, first: Card, second: Card, third: Card) -> bool:
    """Whether three cards, the first two of them in hand and in order, could be laid as a set."""
    return (
        RANK[second] <= RANK[third]
        and to_lay(s, third) > (1 if second == third else 0) + (1 if first == third else 0)
        and is_set(s, first, second, third)
        and taken_fit(s, first, second, third)
    )


@rule()
def goes_into_a_set(s: State, card: Card) -> bool:
    """Whether a card of the hand could be laid as a set with others of it."""
    return any(
        to_lay(s, first) > 0
        and any(
            RANK[first] <= RANK[second]
            and to_lay(s, second) > (1 if first == second else 0)
            and (
                (card in (first, second) and pair_goes(s, first, second))
                or any(card in (first, second, third) and three_go(s, first, second, third) for third in Card)
            )
            for second in Card
        )
        for first in Card
    )


@rule()
def can_be_placed(s: State, card: Card) -> bool:
    """Whether a card of the hand could be laid now (ruling ``rest_with_wilds``)."""
    if to_lay(s, card) == 0:
        return False
    return any(joins(s, s.active, card, sort) for sort in Sort) or goes_into_a_set(s, card)


@rule(opaque=True)
def must_place(s: State) -> bool:
    """By ruling ``rest_of_pile``: whether a card that came with the pile could be laid and therefore has to be."""
    if r.rest_of_pile == RestOfPile.FREE:
        return False
    if r.discard_taken == DiscardTaken.NOT_PICKED_UP and not s.taken:
        return False  # It was drawn.
    if r.going_out != GoingOut.ANY_WAY and hand_size(s, s.active) <= 3:
        return False
    return any(s.picked[card] > 0 and s.hand[s.active, card] > 0 and can_be_placed(s, card) for card in Card)


# ------------------------------------------------------------------------------------ emptying the hand


@rule()
def can_lay_all_but(s: State, spare: Card, left: Spare) -> bool:
    """Whether the hand could be laid but for the card that is left over."""
    if r.james_copies == JamesCopies.JAMES_ALONE:
        return james_fits(s, spare, left, False)
    return fits(s, spare, left)


@rule()
def last_joins(s: State) -> bool:
    """By ruling ``going_out``: whether a hand that can be laid whole can end with a card that is added."""
    if r.james_copies == JamesCopies.JAMES_ALONE:
        return james_fits(s, Card.COOK, 0, True)
    return last_one_joins(s)


@rule()
def can_lay_all(s: State) -> bool:
    """Whether the whole hand could be laid (ruling ``going_out``)."""
    match r.going_out:
        case GoingOut.ANY_WAY:
            return can_lay_all_but(s, Card.COOK, 0)
        case GoingOut.NOT_NEW_SET:
            return can_lay_all_but(s, Card.COOK, 0) and last_joins(s)
        case GoingOut.DISCARD_ONLY:
            return False


@rule()
def may_be_last(s: State, card: Card) -> bool:
    """Whether a card of the hand may be discarded once it is the last."""
    return not barred(s, card) or r.no_discard == NoDiscard.BAR_LIFTED


@rule(opaque=True)
def able(s: State) -> bool:
    """Whether the player on turn could empty the hand now: all but a card to discard, or all (``going_out``).

    Before picking up (``play_when``) and after the discard (``after_discard``) nothing can be discarded.
    """
    if can_lay_all(s):
        return True
    return s.phase == Phase.PLAY and any(
        s.hand[s.active, card] > 0 and may_be_last(s, card) and can_lay_all_but(s, card, 1) for card in Card
    )


@rule()
def bound_to_end(s: State) -> bool:
    """By ruling ``round_end``: whether the player on turn could empty the hand, and therefore has to."""
    return r.round_end == RoundEnd.OBLIGATORY and may_lay(s) and able(s)
