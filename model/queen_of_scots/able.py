"""Whether a hand could be emptied, and whether a card could be laid, for the readings that ask so.

What a hand allows is judged figure by figure, royals as one family; finer readings of what makes a set (two cards
worth the same, copies of one royal) are left out of this judgement.
"""

from __future__ import annotations

from typing import Annotated

from model.queen_of_scots.cards import SORT, Card, Sort, n, royal
from model.queen_of_scots.sets import go_together, has_any_set, has_set, joins
from model.queen_of_scots.table import KINDS, State, hand_size
from queensbench.language import Range, rule
from spec.queen_of_scots.pile import RestOfPile, RestWithWilds
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import GoingOut, SetSize
from spec.queen_of_scots.turns import DiscardJewel, DiscardTaken, NoDiscard

Spare = Annotated[int, Range(0, 1)]
"""How many cards are left over."""

Hand = Annotated[int, Range(0, KINDS * n.most)]
"""A number of cards."""


# ------------------------------------------------------------------------------------------ the discard


@rule()
def barred(s: State, card: Card) -> bool:
    """Rulings ``discard_jewel``, ``discard_taken``: whether no copy in hand may be discarded."""
    if card == Card.JEWEL and r.discard_jewel == DiscardJewel.BARRED:
        return True
    return r.discard_taken != DiscardTaken.ANY_CARD and s.hand[s.active, card] <= s.picked[card]


@rule()
def all_barred(s: State) -> bool:
    """No card of the hand may be discarded."""
    return all(s.hand[s.active, card] == 0 or barred(s, card) for card in Card)


@rule()
def may_discard(s: State, card: Card) -> bool:
    """Whether a card of the hand may be discarded."""
    return not barred(s, card) or (r.no_discard == NoDiscard.BAR_LIFTED and all_barred(s))


# ---------------------------------------------------------------------------------- the rest of the pile


@rule()
def matching_in_hand(s: State, card: Card) -> int:
    """How many cards of the hand, this one among them, go together with it; without crown jewels."""
    return sum(s.hand[s.active, other] for other in Card if other != Card.JEWEL and go_together(card, other))


@rule()
def smallest() -> int:
    """How many cards a set has at least, if they are of the people."""
    return 2 if r.set_size == SetSize.TWO else 3


@rule()
def can_be_placed(s: State, card: Card) -> bool:
    """Whether a card of the hand could be laid now (ruling ``rest_with_wilds``)."""
    wilds = s.hand[s.active, Card.JEWEL] if r.rest_with_wilds == RestWithWilds.ALLOWED else 0
    if card == Card.JEWEL:
        return wilds > 0 and (
            has_any_set(s, s.active)
            or any(matching_in_hand(s, other) >= 2 for other in Card if other != Card.JEWEL)
        )
    if any(joins(s, s.active, card, sort) for sort in Sort):
        return True
    number = matching_in_hand(s, card)
    return number >= smallest() or (number == 2 and wilds > 0)


@rule()
def must_place(s: State) -> bool:
    """Ruling ``rest_of_pile``: a card that came with the pile could be laid and has to be."""
    if r.rest_of_pile == RestOfPile.FREE:
        return False
    if r.going_out != GoingOut.ANY_WAY and hand_size(s, s.active) <= 3:
        return False
    return any(s.picked[card] > 0 and s.hand[s.active, card] > 0 and can_be_placed(s, card) for card in Card)


# ------------------------------------------------------------------------------------ emptying the hand


@rule()
def kept(s: State, card: Card, spare: Card, left: Spare) -> int:
    """How many copies are in hand beside the card that is left over."""
    return s.hand[s.active, card] - (left if card == spare else 0)


@rule()
def jewels_needed(number: Hand, lies: bool, pair: bool) -> int:
    """How many crown jewels it takes to lay so many cards that go together; 99: it cannot be done."""
    if number == 0 or number >= 3 or lies:
        return 0
    if number == 2:
        return 0 if pair else 1
    return 99


@rule()
def can_lay_all_but(s: State, spare: Card, left: Spare) -> bool:
    """Whether the hand could be laid but for the card that is left over."""
    family = sum(kept(s, card, spare, left) for card in Card if royal(card) and card != Card.JEWEL)
    pair = r.set_size != SetSize.THREE
    need = jewels_needed(family, has_set(s, s.active, Sort.COURT), pair)
    for card in Card:
        if card != Card.JEWEL and not royal(card):
            number = kept(s, card, spare, left)
            need += jewels_needed(number, has_set(s, s.active, SORT[card]), r.set_size == SetSize.TWO)
    wilds = kept(s, Card.JEWEL, spare, left)
    if wilds < need:
        return False
    if wilds == need or has_any_set(s, s.active) or family >= 2:
        return True
    return any(kept(s, card, spare, left) >= 2 for card in Card if card != Card.JEWEL)


@rule()
def able(s: State) -> bool:
    """Whether the player on turn could empty the hand now: all but a card to discard, or all (``going_out``)."""
    if r.going_out != GoingOut.DISCARD_ONLY and can_lay_all_but(s, Card.COOK, 0):
        return True
    return any(
        s.hand[s.active, card] > 0 and may_discard(s, card) and can_lay_all_but(s, card, 1) for card in Card
    )
