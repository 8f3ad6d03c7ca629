"""Whether a hand that can be laid whole can end with a card that is added (ruling ``going_out``)."""

from __future__ import annotations

from model.queen_of_scots.cards import IS_ROYAL, SORT, Card, Count, Sort, royal
from model.queen_of_scots.emptying import (
    Hand,
    Over,
    after_another,
    all_alike,
    beside_royals,
    court_stands,
    family,
    family_lies,
    free_to_join,
    joining,
    kept,
    least_royals,
    lies,
    need,
    one_kind,
    open_set,
    room,
    royal_jewels_fit,
    royals_take,
    saved,
    speaks_for,
    takes_one,
    together,
)
from model.queen_of_scots.sets import all_apart, has_set, limited
from model.queen_of_scots.table import State, hand_size
from queensbench.language import rule, span
from spec.queen_of_scots.pile import SecondSet
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import JewelSet, RoyalGrowth, RoyalWilds, SetSize, ThreeJewels


@rule()
def people_join(s: State) -> bool:
    """Whether a card of the people can be added last."""
    few = 2 if r.set_size == SetSize.TWO else 3
    return any(
        speaks_for(card)
        and (together(s, card, Card.COOK, 0) > few or (together(s, card, Card.COOK, 0) > 0 and lies(s, card)))
        for card in Card
    )


@rule()
def royals_join(s: State) -> bool:
    """Whether a royal can be added last: one is there beside those that make a set, or all may join what lies there."""
    royals = family(s, Card.COOK, 0)
    kinds = sum(1 for card in Card if IS_ROYAL[card] and kept(s, card, Card.COOK, 0) > 0)
    if royals > least_royals():
        if r.royal_growth != RoyalGrowth.COPIES_ONLY or royals > kinds:
            return True
        if any(IS_ROYAL[card] and kept(s, card, Card.COOK, 0) > 0 and lies(s, card) for card in Card):
            return True
    if royals == 0 or family_lies(s, Card.COOK, 0):
        return royals > 0
    return joined_by_royals(s) and not (kinds == 1 and all_apart())


@rule()
def joined_by_royals(s: State) -> bool:
    """Ruling ``second_set``: whether royals laid as a set are no new one."""
    return r.second_set == SecondSet.JOINED and court_stands(s)


@rule()
def one_is_over(s: State) -> bool:
    """Whether all room for crown jewels can be used, and a card be added last."""
    royals = family(s, Card.COOK, 0)
    none = royals == 0 or (one_kind(s, Card.COOK, 0) and all_apart())
    if none and takes_last(s, Sort.COURT):
        return True
    if leaves_one(royals, family_lies(s, Card.COOK, 0), r.set_size != SetSize.THREE):
        return True
    if goes_on(royals, court_stands(s)) and (
        not all_apart() or (court_stands(s) and not one_kind(s, Card.COOK, 0))
    ):
        return True
    if any(takes_last(s, SORT[card]) and kept(s, card, Card.COOK, 0) == 0 for card in Card):
        return True
    return any(
        speaks_for(card)
        and (
            leaves_one(together(s, card, Card.COOK, 0), lies(s, card), r.set_size == SetSize.TWO)
            or goes_on(together(s, card, Card.COOK, 0), lies(s, card))
        )
        for card in Card
    )


@rule()
def goes_on(number: Hand, lying: bool) -> bool:
    """Ruling ``second_set``: whether of so many cards, two to a set with a jewel, the last set is no new one."""
    return r.second_set == SecondSet.JOINED and (number >= 4 or (number >= 2 and lying))


@rule()
def takes_last(s: State, sort: Sort) -> bool:
    """Whether a set of that sort takes a crown jewel as the last card of the hand, after whatever is due."""
    return takes_one(s, sort) and not (s.due and s.aside_sort == sort and s.aside[Card.JEWEL] > 0)


@rule()
def leaves_one(number: Hand, lying: bool, pair: bool) -> bool:
    """Whether of so many cards that go together one can be added, though every two begin a set with a jewel."""
    if number == 2:
        return pair and not lying
    return number % 2 == 1 and (lying or number >= 3)


@rule()
def last_one_joins(s: State) -> bool:
    """By ruling ``going_out``: whether a hand that can be laid whole can end with a card that is added."""
    if hand_size(s, s.active) == 0:
        return True
    if royal(Card.JEWEL):
        return any(last_royal_joins(s, number) for number in span(Count))
    wilds = s.hand[s.active, Card.JEWEL] + 0
    after = after_another(s, Card.COOK, 0)
    over = wilds - need(s, Card.COOK, 0, after)
    natural = people_join(s) or royals_join(s)
    if natural or over > 0:
        if open_set(s, Card.COOK, 0) or (natural and r.royal_wilds == RoyalWilds.ANY_NUMBER):
            return True
        most = room(s, Card.COOK, 0)
        if over >= 0 and (wilds < most or (wilds == most and one_is_over(s))):
            return True
    if natural and over >= 3 and (after or r.three_jewels == ThreeJewels.SET):
        return True
    return over >= 4 or jewels_joined_last(s, over, after)


@rule()
def jewels_joined_last(s: State, over: Over, after: bool) -> bool:
    """Ruling ``jewel_set``: whether a natural card can be added last to crown jewels that are a set by themselves."""
    if r.jewel_set != JewelSet.FIRST_CARD or not (after or r.three_jewels == ThreeJewels.SET):
        return False
    if over + saved(s, Card.COOK, 0, after) < 3 and not has_set(s, s.active, Sort.JEWEL):
        return False
    groups = sum(1 for card in Card if speaks_for(card) and together(s, card, Card.COOK, 0) > 0)
    return groups + (1 if family(s, Card.COOK, 0) > 0 else 0) >= (1 if free_to_join(s) else 2)


@rule()
def last_royal_joins(s: State, number: Count) -> bool:
    """Whether a card can be added last where so many crown jewels lie among royals, as which they count."""
    if not royal_jewels_fit(s, Card.COOK, 0, number):
        return False
    royals = family(s, Card.COOK, 0)
    others = s.hand[s.active, Card.JEWEL] - number
    least = beside_royals(s, Card.COOK, 0, number)
    court = number >= 3 or not (all_apart() and one_kind(s, Card.COOK, 0))
    if people_join(s) or others > least or (joined_by_royals(s) and royals + number > 0 and court):
        return True
    lying = joining(s, Card.COOK, 0)
    alike_all = all_alike(s, Card.COOK, 0)
    before = court_stands(s) or royals + number > 1 or (royals > 0 and lying)
    if royals > 0 and before and (r.royal_growth != RoyalGrowth.COPIES_ONLY or royals_join(s)):
        if royals_take(s, royals - 1, number + 0, lying or royals == 1, alike_all):
            return True
    if number == 0 or not before:
        return False
    if limited(Sort.COURT) and not (has_set(s, s.active, Sort.COURT) and not s.begun[Sort.COURT]):
        return number == 1 and ((takes_last(s, Sort.COURT) and lying) or royals >= least_royals())
    return royals_take(s, royals, number - 1, lying, alike_all)
