"""Legality of the sets before a player under every reading, by the cards as they lie and not by how they came."""

from __future__ import annotations

from typing import Annotated

from model.queen_of_scots.cards import SORT, Card, Player, Sort, n, royal
from model.queen_of_scots.table import KINDS, State
from queensbench.language import Range, rule
from spec.queen_of_scots.dealing import JewelsRoyal, SameCard
from spec.queen_of_scots.pile import WildTake
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import InitialSet, JewelSet, SetSize

Many = Annotated[int, Range(-KINDS * n.most, KINDS * n.most)]
"""A number of cards, or the difference of two such numbers."""


@rule()
def naturals_at_least() -> int:
    """How many natural cards a set holds at least."""
    if r.initial_set == InitialSet.FIRST_OF_PLAYER or r.wild_take == WildTake.TWO:
        return 1
    return 1 if r.jewel_set == JewelSet.FIRST_CARD else 2


@rule()
def enough(card: Card, naturals: Many, wilds: Many) -> bool:
    """Whether so many natural cards and crown jewels are as many as a set of that card holds at least.

    Where crown jewels are royals (ruling ``jewels_royal``) they are as good as natural cards in a set of royals.
    """
    least = 2 if r.set_size == SetSize.TWO or (r.set_size == SetSize.ROYAL_PAIR and royal(card)) else 3
    own = naturals + (wilds if royal(card) and r.jewels_royal == JewelsRoyal.ROYAL else 0)
    return naturals > 0 and own >= naturals_at_least() and naturals + wilds >= least


@rule()
def legal_royals(family: Many, wilds: Many) -> bool:
    """Whether so many royals and crown jewels are none, or as many as a set of the family holds at least."""
    if family + wilds == 0:
        return True
    royals = family + (wilds if r.jewels_royal == JewelsRoyal.ROYAL else 0)
    return royals >= naturals_at_least() and family + wilds >= (3 if r.set_size == SetSize.THREE else 2)


@rule()
def legal_figure(s: State, p: Player, card: Card) -> bool:
    """Sets of one card: none, or as many as make one, with natural cards enough.

    Where cards are alike that are worth the same (ruling ``same_card``) nothing is said: that is left to plays.
    """
    if card == Card.JEWEL:
        return s.laid[p, card] == 0
    if s.laid[p, card] == 0 or r.same_card == SameCard.WORTH:
        return True
    return enough(card, s.laid[p, card] + 0, s.wilds[p, SORT[card]] + 0)


@rule()
def legal_court(s: State, p: Player) -> bool:
    """Sets of royals: nobody else in them, and as many royals and cards as a set holds at least."""
    if any(s.court[p, card] > 0 and (card == Card.JEWEL or not royal(card)) for card in Card):
        return False
    return legal_royals(sum(s.court[p, card] for card in Card), s.wilds[p, Sort.COURT] + 0)


@rule()
def legal_jewels(s: State, p: Player) -> bool:
    """Sets of crown jewels alone, where a reading allows them."""
    return s.wilds[p, Sort.JEWEL] == 0 or s.wilds[p, Sort.JEWEL] >= 3


# ---------------------------------------------------------- without what may be taken back in the same turn


@rule()
def kept_figure(s: State, p: Player, card: Card) -> bool:
    """The copies of a card laid before this turn, or to take the pile, are as many as a set holds at least, or none."""
    if card == Card.JEWEL or r.same_card == SameCard.WORTH:
        return True
    naturals = s.laid[p, card] - s.fresh_laid[card]
    wilds = s.wilds[p, SORT[card]] - s.fresh_wilds[SORT[card]] - s.turned[SORT[card]]
    return enough(card, naturals, wilds) if naturals > 0 else wilds == 0


@rule()
def kept_court(s: State, p: Player) -> bool:
    """The same for royals together."""
    family = sum(s.court[p, card] - s.fresh_court[card] for card in Card)
    return legal_royals(family, s.wilds[p, Sort.COURT] - s.fresh_wilds[Sort.COURT] - s.turned[Sort.COURT])


@rule()
def kept_jewels(s: State, p: Player) -> bool:
    """The same for crown jewels alone, with those that became a set of another sort."""
    kept = s.wilds[p, Sort.JEWEL] - s.fresh_wilds[Sort.JEWEL]
    return (kept == 0 or kept >= 3) and all(s.turned[sort] == 0 or s.turned[sort] >= 3 for sort in Sort)


@rule()
def kept_with_set(s: State, p: Player, card: Card) -> bool:
    """No crown jewel is left alone in a set of one card when cards are taken back."""
    if card == Card.JEWEL:
        return True
    sort = SORT[card]
    return s.wilds[p, sort] == s.fresh_wilds[sort] + s.turned[sort] or s.laid[p, card] > s.fresh_laid[card]
