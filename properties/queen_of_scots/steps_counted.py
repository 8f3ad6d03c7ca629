"""What single readings of Queen of Scots count and bar: what the rules ask, held against a count of the cards.

A rule that only one reading asks shows in no game of the house.  As in ``steps_narrow`` each claim is of one reading.
"""

from __future__ import annotations

from model.queen_of_scots.cards import Card, Sort
from model.queen_of_scots.sets import has_set, joins
from model.queen_of_scots.table import Phase, State, may_lay
from model.queen_of_scots.take import partners_at_hand
from properties.queen_of_scots.steps import heap, lying, round_over, undrawn
from properties.queen_of_scots.steps_readings import can_all_be_laid, sets_as_in_the_house
from properties.queen_of_scots.steps_taking import bare_at_once, buried, marked
from queensbench.language import holds, step
from spec.queen_of_scots.pile import JewelPartners, JewelTarget, WildTake
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import RoundEnd
from spec.queen_of_scots.sets import RoyalWilds

FULL = ("full",)


@step(
    "counted.bound",
    holds("By ruling `round_end` nobody discards and plays on who could have emptied the hand."),
    clauses=("end.empty", "end.with_discard", "turn.discard"),
    instances=("duel", "jewels", "full"),
)
def able_never_plays_on(s: State, was: State) -> bool:
    """Of the house readings of what sets are, by counting the hand before the discard."""
    if r.round_end != RoundEnd.OBLIGATORY or not sets_as_in_the_house() or not may_lay(was):
        return True
    if was.phase != Phase.PLAY or round_over(s) or heap(s) != heap(was) + 1:
        return True
    return not can_all_be_laid(was, Card.JEWEL, False) and not any(
        was.hand[was.active, card] > 0 and can_all_be_laid(was, card, True) for card in Card
    )


@step(
    "counted.wilds_closed",
    holds("By ruling `royal_wilds` what was begun in the turn takes one crown jewel, and no second."),
    clauses=("royal.wild", "add.wild"),
    instances=FULL,
)
def one_jewel_and_no_second(s: State, was: State, sort: Sort) -> bool:
    """The rules' question what a crown jewel may join, held against the jewels that lie there."""
    p = s.active
    if s.phase != Phase.PLAY or r.royal_wilds == RoyalWilds.ANY_NUMBER or not has_set(s, p, sort):
        return True
    return joins(s, p, Card.JEWEL, sort) != (s.begun[sort] and s.wilds[p, sort] != 0)


@step(
    "counted.jewel_partners",
    holds(
        "By ruling `jewel_partners` the jewel on top may be laid with all there is in hand and pile, but for itself."
    ),
    clauses=("take.from_before", "jewels.two", "jewels.take"),
    instances=FULL,
)
def partners_are_counted(s: State, was: State, card: Card) -> bool:
    """All cards that the player would have with the pile, the topmost one aside."""
    if s.phase != Phase.PICK_UP or s.top != Card.JEWEL or r.jewel_partners != JewelPartners.ALSO_PILE:
        return True
    if r.jewel_target == JewelTarget.WITH_JEWELS:
        return True
    return partners_at_hand(s, card) == s.hand[s.active, card] + s.pile[card] - (1 if card == s.top else 0)


@step(
    "step.take.two_jewels",
    holds(
        "Two crown jewels of a hand take the pile only by ruling `wild_take`, or as royals a pile topped by a royal."
    ),
    clauses=("take.two", "take.lay_with", "jewels.wild"),
)
def two_jewels_take_a_royal(s: State, was: State) -> bool:
    """Asked where no crown jewel of the pile is laid with them, and the rest of the hand is not."""
    if was.phase != Phase.PICK_UP or heap(s) >= heap(was) or undrawn(s) > undrawn(was):
        return True
    p = was.active
    if was.top == Card.JEWEL or buried(was) > 0 or bare_at_once(s, p):
        return True
    if lying(s, p, Card.JEWEL) + s.aside[Card.JEWEL] < lying(was, p, Card.JEWEL) + 2:
        return True
    return r.wild_take == WildTake.TWO or (marked(Card.JEWEL) and marked(was.top))
