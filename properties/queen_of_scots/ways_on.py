"""Whoever has to empty the hand in Queen of Scots can go on: what ruling ``round_end`` asks leaves a move."""

from __future__ import annotations

from model.queen_of_scots.able import able, may_be_last, may_discard
from model.queen_of_scots.cards import RANK, Card
from model.queen_of_scots.sets import is_pair_set, is_set, may_add_one, may_begin_with, sort_of
from model.queen_of_scots.table import Phase, State
from model.queen_of_scots.take import can_take
from properties.queen_of_scots.steps import held
from properties.queen_of_scots.ways_out import BOXES, adds, lays
from queensbench.language import holds, rule, step
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import RoundEnd
from spec.queen_of_scots.turns import AfterDiscard

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
def lays_pair(s: State, first: Card, second: Card) -> bool:
    """Whether two cards, in order, are in hand and may be laid as a set."""
    return (
        s.hand[s.active, second] > (1 if first == second else 0)
        and is_pair_set(first, second)
        and may_begin_with(s, sort_of(first, second, second), 2)
    )


@rule()
def lays_three(s: State, first: Card, second: Card, third: Card) -> bool:
    """Whether three cards, in order, are in hand and may be laid as a set."""
    return (
        in_hand(s, first, second, third)
        and is_set(s, first, second, third)
        and may_begin_with(s, sort_of(first, second, third), 3)
    )


@rule()
def lays_set(s: State) -> bool:
    """Whether cards of the hand may be laid as a set; where copies of royals are limited, none may find room."""
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
