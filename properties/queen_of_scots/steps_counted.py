"""What single readings of Queen of Scots count and bar: what the rules ask, held against a count of the cards.

A rule that only one reading asks shows in no game of the house.  As in ``steps_narrow`` each claim is of one reading.
"""

from __future__ import annotations

from model.queen_of_scots.cards import IS_ROYAL, RANK, Card, Player, Sort
from model.queen_of_scots.sets import has_set, joins
from model.queen_of_scots.table import Phase, State, may_lay
from model.queen_of_scots.take import lowest_two, partners_at_hand
from properties.queen_of_scots.steps import heap, held, lying, round_over, undrawn
from properties.queen_of_scots.steps_readings import can_all_be_laid, sets_as_in_the_house
from properties.queen_of_scots.steps_taking import bare_at_once, buried, marked
from queensbench.language import fails, holds, step
from spec.queen_of_scots.dealing import JewelsRoyal, SameCard
from spec.queen_of_scots.pile import JewelPartners, JewelTarget, TakeEmptiesHand, WildTake
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import RoundEnd
from spec.queen_of_scots.sets import JewelAnySet, JewelSet, RoyalWilds

FULL = ("full",)


@step(
    "counted.bound",
    holds("By ruling `round_end` nobody discards and plays on who could have emptied the hand."),
    clauses=("end.empty", "end.with_discard", "turn.discard"),
    instances=("duel", "jewels", "full"),
)
def able_never_plays_on(s: State, was: State) -> bool:
    """Asked under the house readings of what sets are, by counting the hand before the discard."""
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
    """The rules' question what a crown jewel may join, held against the jewels that lie there, figure by figure."""
    p = s.active
    if s.phase != Phase.PLAY or r.royal_wilds == RoyalWilds.ANY_NUMBER or not has_set(s, p, sort):
        return True
    if r.same_card == SameCard.WORTH:
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


@step(
    "other.jewel_of_the_pile_given",
    holds("The crown jewel of a pile never comes to lie before another player."),
    under={JewelAnySet.ANYBODYS: fails("It joins whatever set.", blame=("jewel_any_set",))},
    clauses=("jewels.take", "jewels.add", "set.own_side"),
    instances=FULL,
)
def no_jewel_of_the_pile_is_given(s: State, was: State, q: Player) -> bool:
    if was.phase != Phase.PICK_UP or was.top != Card.JEWEL or heap(s) >= heap(was):
        return True
    return q == was.active or lying(s, q, Card.JEWEL) == lying(was, q, Card.JEWEL)


# ------------------------------------------------------------------------------- the whole hand goes along


@step(
    "other.whole_hand_of_three",
    holds("Three cards of a hand are never all laid with the topmost card, and a rest left."),
    under={TakeEmptiesHand.AT_ONCE: fails("Then the hand is bare.", blame=("take_empties_hand",))},
    clauses=("take.two", "take.lay_with", "end.empty"),
    instances=FULL,
)
def no_three_go_along(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PICK_UP
        or was.top == Card.JEWEL
        or held(was, p) != 3
        or not bare_at_once(s, p)
        or heap(s) == 0
        or heap(s) == heap(was)
    )


@step(
    "other.whole_hand_of_one_figure",
    holds("Three or more cards of one figure are never the whole hand that is laid with the topmost card."),
    under={TakeEmptiesHand.AT_ONCE: fails("Then the hand is bare.", blame=("take_empties_hand",))},
    clauses=("take.two", "take.lay_with", "end.empty"),
    instances=FULL,
)
def no_hand_of_one_figure_goes_along(s: State, was: State) -> bool:
    """Nothing of the hand is wild, and no royal."""
    p = was.active
    return (
        was.phase != Phase.PICK_UP
        or was.top == Card.JEWEL
        or IS_ROYAL[was.top]
        or held(was, p) < 3
        or was.hand[p, was.top] != held(was, p)
        or not bare_at_once(s, p)
        or heap(s) == 0
        or heap(s) == heap(was)
    )


@step(
    "other.whole_hand_of_cooks",
    holds("No whole hand takes a pile with a cook on top, and leaves a rest."),
    under={TakeEmptiesHand.AT_ONCE: fails("Then the hand is bare.", blame=("take_empties_hand",))},
    clauses=("take.two", "take.lay_with", "end.empty"),
    instances=FULL,
)
def no_hand_of_cooks_goes_along(s: State, was: State) -> bool:
    """Three cooks or more, and perhaps crown jewels besides."""
    p = was.active
    return (
        was.phase != Phase.PICK_UP
        or was.top != Card.COOK
        or was.hand[p, Card.COOK] < 3
        or not bare_at_once(s, p)
        or heap(s) == 0
        or heap(s) == heap(was)
    )


@step(
    "other.whole_hand_with_jewels",
    holds("Two crown jewels of a hand are never laid with all the rest of it to take the pile."),
    under={TakeEmptiesHand.AT_ONCE: fails("They join it like other cards.", blame=("take_empties_hand",))},
    clauses=("take.lay_with", "jewels.wild", "end.empty"),
    instances=FULL,
)
def no_two_jewels_go_along(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PICK_UP
        or was.hand[p, Card.JEWEL] < 2
        or held(was, p) < 4
        or not bare_at_once(s, p)
        or heap(s) == 0
        or heap(s) == heap(was)
    )


@step(
    "step.take.whole_hand",
    holds(
        "By ruling `take_empties_hand` the hand that is laid whole to take a pile is of one figure, or of royals."
    ),
    clauses=("take.two", "take.lay_with", "jewels.unplayable", "set.no_mixing"),
    instances=FULL,
)
def whole_hand_is_one_set(s: State, was: State, card: Card) -> bool:
    """Asked where the figure tells each card, and of a hand of more than two."""
    p = was.active
    if was.phase != Phase.PICK_UP or r.same_card == SameCard.WORTH or r.jewel_set == JewelSet.FIRST_CARD:
        return True
    if held(was, p) < 3 or not bare_at_once(s, p) or heap(s) == 0 or heap(s) == heap(was):
        return True
    if was.hand[p, card] == 0 or card == Card.JEWEL:
        return True
    if was.top != Card.JEWEL and card != was.top and not (IS_ROYAL[card] and IS_ROYAL[was.top]):
        return False
    return all(
        was.hand[p, other] == 0
        or other == Card.JEWEL
        or other == card
        or (IS_ROYAL[card] and IS_ROYAL[other])
        for other in Card
    )


@step(
    "counted.lowest_two",
    holds("By ruling `take_empties_hand` of a hand that is laid whole the two lowest cards are named."),
    clauses=("take.lay_with",),
    instances=FULL,
)
def lowest_two_are_named(s: State, was: State) -> bool:
    """Twice the lowest figure where the hand has two of it; or else its one card and the next figure."""
    if s.phase != Phase.PICK_UP or r.take_empties_hand != TakeEmptiesHand.AT_ONCE:
        return True
    return all(
        s.hand[s.active, a] == 0
        or s.hand[s.active, b] == 0
        or RANK[a] > RANK[b]
        or lowest_two(s, a, b)
        == (
            (a == b or s.hand[s.active, a] == 1)
            and all(s.hand[s.active, c] == 0 or c == a or RANK[c] >= RANK[b] for c in Card)
        )
        for a in Card
        for b in Card
    )


@step(
    "other.two_jewels_take_a_royal",
    holds("No two crown jewels of a hand take a pile with a royal on top."),
    under={
        JewelsRoyal.ROYAL: fails("Jewels are royals.", blame=("jewels_royal",)),
        WildTake.TWO: fails("Two jewels may help.", blame=("wild_take",)),
    },
    clauses=("take.two", "jewels.wild", "royal.wild"),
    instances=FULL,
)
def no_two_jewels_take_a_royal(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PICK_UP
        or heap(s) >= heap(was)
        or undrawn(s) > undrawn(was)
        or not IS_ROYAL[was.top]
        or bare_at_once(s, p)
        or buried(was) > 0
        or lying(s, p, Card.JEWEL) + s.aside[Card.JEWEL] != lying(was, p, Card.JEWEL) + 2
    )
