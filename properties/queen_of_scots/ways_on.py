"""Whoever has to lay cards in Queen of Scots can: what rulings ``round_end`` and ``rest_of_pile`` ask leaves a move."""

from __future__ import annotations

from model.queen_of_scots.able import able, may_be_last, may_discard, must_place
from model.queen_of_scots.cards import IS_ROYAL, RANK, Card, Sort, alike, royal
from model.queen_of_scots.sets import (
    has_set,
    is_pair_set,
    is_set,
    joins,
    may_add_one,
    may_begin_with,
    sort_of,
)
from model.queen_of_scots.table import Phase, State
from model.queen_of_scots.take import can_take
from properties.queen_of_scots.steps import heap, held, of_the_pile, undrawn
from properties.queen_of_scots.ways_out import BOXES, adds, lays
from queensbench.language import holds, rule, step
from spec.queen_of_scots.dealing import JamesCopies
from spec.queen_of_scots.pile import RestOfPile, RestWithWilds, SecondSet
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import RoundEnd
from spec.queen_of_scots.sets import InitialSet, SetSize, ThreeJewels
from spec.queen_of_scots.turns import AfterDiscard, DiscardTaken

# ------------------------------------------------------------------------------------- what may be laid


@rule()
def in_hand(s: State, first: Card, second: Card, third: Card) -> bool:
    """Whether the player on turn holds these three cards, which are in order."""
    p = s.active
    return (
        s.hand[p, first] > 0
        and RANK[first] <= RANK[second]
        and s.hand[p, second] > (1 if first == second else 0)
        and RANK[second] <= RANK[third]
        and s.hand[p, third] > (1 if second == third else 0) + (1 if first == third else 0)
    )


@rule()
def finds_room(s: State, first: Card, second: Card, third: Card) -> bool:
    """Ruling ``james_copies``: whether each set of royals would still have at most one copy of another than James."""
    p = s.active
    if r.james_copies == JamesCopies.ANY_ROYAL or sort_of(first, second, third) != Sort.COURT:
        return True
    joined = r.second_set == SecondSet.JOINED and has_set(s, p, Sort.COURT)
    sets = s.courts[p] + (0 if joined else 1)
    return all(
        not IS_ROYAL[card]
        or card == Card.JAMES
        or card not in (first, second, third)
        or s.court[p, card] < sets
        for card in Card
    )


@rule()
def lays_pair(s: State, first: Card, second: Card) -> bool:
    """Whether two cards, in order, are in hand and may be laid as a set."""
    return (
        s.hand[s.active, second] > (1 if first == second else 0)
        and is_pair_set(first, second)
        and finds_room(s, first, second, second)
        and may_begin_with(s, sort_of(first, second, second), 2)
    )


@rule()
def lays_three(s: State, first: Card, second: Card, third: Card) -> bool:
    """Whether three cards, in order, are in hand and may be laid as a set."""
    return (
        in_hand(s, first, second, third)
        and is_set(s, first, second, third)
        and finds_room(s, first, second, third)
        and may_begin_with(s, sort_of(first, second, third), 3)
    )


@rule()
def lays_set(s: State) -> bool:
    """Whether cards of the hand may be laid as a set."""
    return any(
        s.hand[s.active, first] > 0
        and any(
            s.hand[s.active, second] > 0
            and RANK[first] <= RANK[second]
            and (lays_pair(s, first, second) or any(lays_three(s, first, second, third) for third in Card))
            for second in Card
        )
        for first in Card
    )


@rule()
def lays_some(s: State) -> bool:
    """Whether the player on turn may lay a set, or add a card."""
    if s.due or lays_set(s):
        return True
    return may_add_one(s) and any(s.hand[s.active, card] > 0 and adds(s, card) for card in Card)


@rule()
def goes_on(s: State) -> bool:
    """Whether the player on turn may lay, discard the last card (or one, and lay then), or take the pile."""
    if lays_some(s):
        return True
    if s.phase == Phase.PICK_UP:
        return can_take(s)
    if s.phase != Phase.PLAY:
        return False
    if held(s, s.active) == 1:
        return any(s.hand[s.active, card] > 0 and may_be_last(s, card) for card in Card)
    return r.after_discard == AfterDiscard.MAY_LAY and any(
        s.hand[s.active, card] > 0 and may_discard(s, card) for card in Card
    )


# ------------------------------------------------------------------------------------------- what must be


@step(
    "on.bound",
    holds("By ruling `round_end` whoever can empty the hand may lay a card now, or discard the last one."),
    clauses=("end.empty", "end.with_set", "end.with_discard", "play.sets"),
    instances=BOXES,
)
def whoever_is_bound_goes_on(s: State, was: State) -> bool:
    if r.round_end != RoundEnd.OBLIGATORY or not lays(s.phase) or held(s, s.active) == 0:
        return True
    return goes_on(s) or not able(s)


@rule()
def goes_with_some(s: State, card: Card) -> bool:
    """Whether a card joins a set of the player on turn, or goes with as many of the hand as make one, at the least."""
    p = s.active
    if any(joins(s, p, card, sort) for sort in Sort):
        return True
    if card == Card.JEWEL:
        return any(
            sum(
                s.hand[p, other]
                for other in Card
                if other != Card.JEWEL and (alike(one, other) or (IS_ROYAL[one] and IS_ROYAL[other]))
            )
            > 1
            for one in Card
            if one != Card.JEWEL
        )
    number = sum(
        s.hand[p, other]
        for other in Card
        if other != Card.JEWEL and (alike(card, other) or (IS_ROYAL[card] and IS_ROYAL[other]))
    )
    wild = s.hand[p, Card.JEWEL] > 0 and r.rest_with_wilds == RestWithWilds.ALLOWED
    two = r.set_size == SetSize.TWO or (r.set_size == SetSize.ROYAL_PAIR and IS_ROYAL[card])
    return number > 2 or (number == 2 and (wild or two))


@step(
    "on.rest_matches",
    holds(
        "By rulings `rest_of_pile` and `rest_with_wilds` what has to be laid matches what it is laid with."
    ),
    clauses=("take.rest.placed", "take.rest.how", "set.three", "add.matching"),
    instances=BOXES,
)
def what_must_be_laid_matches(s: State, was: State) -> bool:
    """Asked where crown jewels go with two natural cards or more, and are no royals."""
    if r.rest_of_pile == RestOfPile.FREE or s.phase != Phase.PLAY or not must_place(s):
        return True
    if r.initial_set != InitialSet.EACH or r.three_jewels == ThreeJewels.SET or royal(Card.JEWEL):
        return True
    return any(
        s.picked[card] > 0
        and s.hand[s.active, card] > 0
        and (card != Card.JEWEL or r.rest_with_wilds == RestWithWilds.ALLOWED)
        and goes_with_some(s, card)
        for card in Card
    )


@step(
    "on.rest_joins",
    holds("By ruling `rest_of_pile` a card of the pile that may join a set of the player has to be laid."),
    clauses=("take.rest.placed", "add.matching", "add.any"),
    instances=BOXES,
)
def what_joins_must_be_laid(s: State, was: State, card: Card, sort: Sort) -> bool:
    """Whoever holds three cards or fewer may need them all to end the round (ruling ``going_out``)."""
    if r.rest_of_pile == RestOfPile.FREE or s.phase != Phase.PLAY or was.phase != Phase.PICK_UP:
        return True
    if s.active != was.active or s.picked[card] == 0 or held(s, s.active) <= 3:
        return True
    if card == Card.JEWEL and r.rest_with_wilds == RestWithWilds.MATCHING_ONLY:
        return True
    return not joins(s, s.active, card, sort) or must_place(s)


@rule()
def of_the_pile_among(s: State, first: Card, second: Card, third: Card) -> bool:
    """Whether one of these cards came with the pile in this turn."""
    return of_the_pile(s, first) or of_the_pile(s, second) or of_the_pile(s, third)


@rule()
def counts(card: Card) -> bool:
    """Ruling ``rest_with_wilds``: whether a card is one of those that are matched."""
    return card != Card.JEWEL or r.rest_with_wilds == RestWithWilds.ALLOWED


@rule()
def pile_lays_two(s: State) -> bool:
    """Whether two cards of the hand, one of the pile among them, may be laid as a set."""
    return any(
        s.hand[s.active, first] > 0
        and any(
            RANK[first] <= RANK[second]
            and lays_pair(s, first, second)
            and of_the_pile_among(s, first, second, second)
            and counts(second)
            for second in Card
        )
        for first in Card
    )


@rule()
def pile_lays_three(s: State) -> bool:
    """Whether three cards of the hand, one of the pile among them, may be laid as a set."""
    return any(
        s.hand[s.active, first] > 0
        and any(
            s.hand[s.active, second] > 0
            and RANK[first] <= RANK[second]
            and any(
                lays_three(s, first, second, third)
                and of_the_pile_among(s, first, second, third)
                and counts(third)
                for third in Card
            )
            for second in Card
        )
        for first in Card
    )


@step(
    "on.rest",
    holds("By ruling `rest_of_pile` whoever has to lay a card of the pile may lay one of them."),
    clauses=("take.rest.placed", "take.rest.how", "play.sets"),
    instances=BOXES,
)
def whoever_must_lay_may(s: State, was: State) -> bool:
    if r.rest_of_pile == RestOfPile.FREE or s.phase != Phase.PLAY or s.due or not must_place(s):
        return True
    if any(
        of_the_pile(s, card) and s.hand[s.active, card] > 0 and counts(card) and adds(s, card)
        for card in Card
    ):
        return True
    return pile_lays_two(s) or pile_lays_three(s)


@step(
    "on.rest_sets",
    holds("By ruling `rest_of_pile` a card of the pile that may be laid as a set has to be laid."),
    clauses=("take.rest.placed", "set.three", "set.initial"),
    instances=BOXES,
)
def what_makes_a_set_must_be_laid(s: State, was: State) -> bool:
    """Whoever holds three cards or fewer may need them all to end the round (ruling ``going_out``)."""
    if r.rest_of_pile == RestOfPile.FREE or s.phase != Phase.PLAY or held(s, s.active) <= 3:
        return True
    return must_place(s) or not (pile_lays_two(s) or pile_lays_three(s))


@step(
    "on.taken",
    holds(
        "By rulings `rest_of_pile` and `discard_taken` a card that was drawn is told from those of the pile."
    ),
    clauses=("take.rest.placed", "take.rest", "pick_up.deck"),
    instances=BOXES,
)
def what_was_drawn_is_not_of_the_pile(s: State, was: State) -> bool:
    if r.rest_of_pile == RestOfPile.FREE or r.discard_taken != DiscardTaken.NOT_PICKED_UP:
        return not s.taken
    if s.active != was.active or s.phase != Phase.PLAY:
        return True
    if was.phase == Phase.PICK_UP:
        return s.taken == (heap(s) < heap(was) and undrawn(s) <= undrawn(was))
    return was.phase != Phase.DRAW or not s.taken
