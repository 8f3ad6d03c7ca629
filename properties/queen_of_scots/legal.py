"""When the sets before a player are legal, under every reading: said of the cards as they lie, not of how they came."""

from __future__ import annotations

from model.queen_of_scots.cards import SORT, Card, Count, Player, Sort, royal
from model.queen_of_scots.table import State
from queensbench.language import rule
from spec.queen_of_scots.dealing import JewelsRoyal, SameCard
from spec.queen_of_scots.pile import WildTake
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import InitialSet, JewelSet, SetSize


@rule()
def naturals_at_least() -> int:
    """How many natural cards a set holds at least."""
    if r.initial_set == InitialSet.FIRST_OF_PLAYER or r.wild_take == WildTake.TWO:
        return 1
    return 1 if r.jewel_set == JewelSet.FIRST_CARD else 2


@rule()
def enough(card: Card, naturals: Count, wilds: Count) -> bool:
    """Whether so many natural cards and crown jewels are as many as a set of that card holds at least."""
    least = 2 if r.set_size == SetSize.TWO or (r.set_size == SetSize.ROYAL_PAIR and royal(card)) else 3
    return naturals >= naturals_at_least() and naturals + wilds >= least


@rule()
def legal_figure(s: State, p: Player, card: Card) -> bool:
    """Sets of one card: none, or as many as make one, with natural cards enough.

    Where cards are alike that are worth the same (ruling ``same_card``) nothing is said: that is left to plays.
    """
    if card == Card.JEWEL:
        return s.laid[p, card] == 0
    if s.laid[p, card] == 0 or r.same_card == SameCard.WORTH:
        return True
    return enough(card, s.laid[p, card], s.wilds[p, SORT[card]])


@rule()
def legal_court(s: State, p: Player) -> bool:
    """Sets of royals: nobody else in them, two royals at the least, and three cards."""
    if any(s.court[p, card] > 0 and (card == Card.JEWEL or not royal(card)) for card in Card):
        return False
    family = sum(s.court[p, card] for card in Card)
    wilds = s.wilds[p, Sort.COURT]
    if family + wilds == 0:
        return True
    least = 3 if r.set_size == SetSize.THREE else 2
    royals = family + (wilds if r.jewels_royal == JewelsRoyal.ROYAL else 0)
    return royals >= naturals_at_least() and family + wilds >= least


@rule()
def legal_jewels(s: State, p: Player) -> bool:
    """Sets of crown jewels alone, where a reading allows them."""
    return s.wilds[p, Sort.JEWEL] == 0 or s.wilds[p, Sort.JEWEL] >= 3
