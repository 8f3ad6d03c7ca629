"""Whether a hand can be emptied in Queen of Scots: the rules' own judgement, held against the turn that follows.

The judgement is asked by two readings of a single ruling, but it is made of many.  So it is held against itself from
one move to the next, and against what a hand must have at the least.
"""

from __future__ import annotations

from typing import Annotated

from model.queen_of_scots.able import able
from model.queen_of_scots.cards import IS_ROYAL, Card, alike
from model.queen_of_scots.table import Phase, State
from properties.queen_of_scots.steps import heap, held, lying, round_over, undrawn
from queensbench.language import Range, holds, rule, step
from spec.queen_of_scots.dealing import JamesCopies, JewelsRoyal, SameCard
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import GoingOut, InitialSet, JewelSet, RoyalGrowth, RoyalWilds, SetSize
from spec.queen_of_scots.turns import PlayWhen

Few = Annotated[int, Range(1, 2)]
"""How many cards a group has that is no set by itself."""

BOXES = ("duel", "jewels", "family", "twins", "full")

# ------------------------------------------------------------------------------------------------- words


@rule()
def royal_among_people() -> bool:
    """Whether a royal is worth as much as a card of the people, where that makes them alike."""
    return r.same_card == SameCard.WORTH and any(
        IS_ROYAL[card] and not IS_ROYAL[other] and alike(card, other) for card in Card for other in Card
    )


@rule()
def judged_exactly() -> bool:
    """Whether a search has found no fault in the judgement by these readings together; see ``able``."""
    limit = r.royal_wilds != RoyalWilds.ANY_NUMBER
    jewels = r.jewels_royal == JewelsRoyal.ROYAL
    copies = r.royal_growth == RoyalGrowth.COPIES_ONLY
    first = r.jewel_set == JewelSet.FIRST_CARD
    if royal_among_people() or (jewels and limit and r.same_card == SameCard.WORTH):
        return False
    if r.james_copies == JamesCopies.JAMES_ALONE and (first or (limit and (jewels or copies))):
        return False
    return r.going_out != GoingOut.NOT_NEW_SET or not (limit or copies or jewels or first)


@rule()
def lays(phase: Phase) -> bool:
    """Whether a player may lay cards in that phase."""
    return phase in (Phase.PLAY, Phase.AFTER) or (
        phase == Phase.PICK_UP and r.play_when == PlayWhen.WHOLE_TURN
    )


# ------------------------------------------------------------------------------------ from move to move


@step(
    "out.none_becomes_able",
    holds("Who cannot empty the hand cannot after laying cards or discarding one either."),
    clauses=("end.empty", "end.with_set", "end.with_discard"),
    instances=BOXES,
)
def none_becomes_able(s: State, was: State) -> bool:
    p = was.active
    if not judged_exactly() or not lays(was.phase) or not lays(s.phase) or s.active != p:
        return True
    if heap(s) < heap(was) or undrawn(s) != undrawn(was) or held(s, p) > held(was, p):
        return True
    if (was.phase == Phase.PICK_UP) != (s.phase == Phase.PICK_UP):
        return True
    return able(was) or not able(s)


@step(
    "out.was_able",
    holds("Whoever lays or discards the last card was able to."),
    clauses=("end.empty", "end.with_set", "end.with_discard"),
    instances=BOXES,
)
def whoever_is_out_was_able(s: State, was: State) -> bool:
    """Whoever takes the pile with the last cards is left out."""
    if not judged_exactly() or not lays(was.phase) or not round_over(s):
        return True
    return heap(s) < heap(was) or held(s, was.active) > 0 or able(was)


# --------------------------------------------------------------------------------------- what it takes


@rule()
def groups_of(s: State, number: Few, family: bool) -> int:
    """How many groups of the hand have so many cards, and no set to join; ``family``: of royals, who are one."""
    p = s.active
    if family:
        royals = sum(s.hand[p, card] for card in Card if IS_ROYAL[card])
        lies = any(IS_ROYAL[card] and lying(s, p, card) + s.aside[card] > 0 for card in Card)
        return 1 if royals == number and not lies else 0
    return sum(
        1
        for card in Card
        if not IS_ROYAL[card]
        and card != Card.JEWEL
        and s.hand[p, card] == number
        and lying(s, p, card) + s.aside[card] == 0
    )


@step(
    "out.takes_sets",
    holds(
        "Of a hand that can be emptied one card at most is alone, and each two that are alike have a jewel."
    ),
    clauses=("set.three", "set.initial", "jewels.two", "royal.wild"),
    instances=BOXES,
)
def a_hand_takes_sets(s: State, was: State) -> bool:
    """Asked where a set needs two natural cards of one figure, or two royals that are no jewels."""
    if r.initial_set != InitialSet.EACH or r.jewel_set == JewelSet.FIRST_CARD or not judged_exactly():
        return True
    if r.jewels_royal == JewelsRoyal.ROYAL or r.same_card == SameCard.WORTH:
        return True
    if s.phase not in (Phase.PLAY, Phase.AFTER) or not able(s):
        return True
    alone = groups_of(s, 1, False) + groups_of(s, 1, True)
    if alone > (1 if s.phase == Phase.PLAY else 0):
        return False
    if r.set_size == SetSize.TWO:
        return True
    pairs = groups_of(s, 2, False) + (groups_of(s, 2, True) if r.set_size == SetSize.THREE else 0)
    return pairs <= s.hand[s.active, Card.JEWEL]
