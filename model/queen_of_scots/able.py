"""Whether a hand could be emptied, and whether a card could be laid, for the readings that ask so.

Able is a player who could place all cards of the hand (``going_out``: all but one, which is discarded) by laying
sets, by adding and by the discard.  Cards that might still be picked up do not count, and no card is taken back.
Otherwise a search for a way out of the turn has found the judgement exact, under the house readings and under each
other reading of a single ruling but these: under ``james_copies`` JAMES_ALONE it may err either way where a hand holds
two copies of another royal, and so it may under ``same_card`` WORTH where a royal is worth as much as a card of the
people.  Where several of ``initial_set``, ``three_jewels``, ``jewel_set``, ``jewels_royal``, ``royal_wilds``,
``same_card`` and ``going_out`` differ from the house together, nothing was searched, and it may err.
``rest_with_wilds`` asks which card of the pile could be laid; that is judged figure by figure.
"""

from __future__ import annotations

from typing import Annotated

from model.queen_of_scots.cards import RANK, SORT, Card, Player, Sort, alike, n, royal
from model.queen_of_scots.sets import go_together, has_any_set, has_set, joins, limited, needs_no_naturals
from model.queen_of_scots.table import KINDS, Phase, State, hand_size, may_lay
from queensbench.language import Range, rule
from spec.queen_of_scots.dealing import SameCard
from spec.queen_of_scots.pile import RestOfPile, RestWithWilds
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import RoundEnd
from spec.queen_of_scots.sets import (
    GoingOut,
    InitialSet,
    JewelAnySet,
    JewelSet,
    RoyalGrowth,
    RoyalWilds,
    SetSize,
    ThreeJewels,
)
from spec.queen_of_scots.turns import DiscardJewel, DiscardTaken, NoDiscard

Spare = Annotated[int, Range(0, 1)]
"""How many cards are left over."""

Hand = Annotated[int, Range(-KINDS, KINDS * n.most)]
"""A number of cards of the hand, less one that is left over; negative if that one is not there."""

IMPOSSIBLE = 99
"""More crown jewels than there are: a card cannot be laid."""

Need = Annotated[int, Range(0, IMPOSSIBLE)]
"""How many crown jewels it takes."""


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
    """By ruling ``rest_of_pile``: whether a card that came with the pile could be laid and therefore has to be."""
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
def lies(s: State, card: Card) -> bool:
    """Whether a set lies there, or is set aside to be laid, that a natural card of the hand may join."""
    if any(sort != Sort.JEWEL and joins(s, s.active, card, sort) for sort in Sort):
        return True
    if not s.due:
        return False
    if s.aside_sort == Sort.COURT:
        return royal(card) and (r.royal_growth != RoyalGrowth.COPIES_ONLY or s.aside[card] > 0)
    return any(other != Card.JEWEL and s.aside[other] > 0 and alike(card, other) for other in Card)


@rule()
def of_people(card: Card) -> bool:
    """Whether a card is neither of the royal family nor a crown jewel."""
    return card != Card.JEWEL and not royal(card)


@rule()
def speaks_for(card: Card) -> bool:
    """Whether a card is the first among those of the people that are alike, so that each group is counted once."""
    if not of_people(card) or r.same_card == SameCard.FIGURE:
        return of_people(card)
    return not any(RANK[other] < RANK[card] and of_people(other) and alike(card, other) for other in Card)


@rule()
def together(s: State, card: Card, spare: Card, left: Spare) -> int:
    """How many cards of the people are in hand that are alike, beside the card that is left over."""
    if r.same_card == SameCard.FIGURE:
        return kept(s, card, spare, left)
    return sum(kept(s, other, spare, left) for other in Card if of_people(other) and alike(card, other))


@rule()
def family(s: State, spare: Card, left: Spare) -> int:
    """How many royals are in hand, beside the card that is left over; without crown jewels."""
    return sum(kept(s, card, spare, left) for card in Card if royal(card) and card != Card.JEWEL)


@rule()
def family_lies(s: State, spare: Card, left: Spare) -> bool:
    """Whether each royal in hand may join a set that lies there."""
    return all(
        kept(s, card, spare, left) == 0 or lies(s, card)
        for card in Card
        if royal(card) and card != Card.JEWEL
    )


@rule()
def other_set(s: State, spare: Card, left: Spare) -> bool:
    """By ruling ``initial_set``: whether a set lies there or can be laid with two natural cards; others need none."""
    if r.initial_set == InitialSet.EACH:
        return False
    if needs_no_naturals(s) or s.due or family(s, spare, left) >= 2:
        return True
    return any(speaks_for(card) and together(s, card, spare, left) >= 2 for card in Card)


@rule()
def needed_by_one(after: bool) -> int:
    """How many crown jewels it takes to lay a single card; ``after``: beside another set (``initial_set``)."""
    free = after
    if free and r.royal_wilds == RoyalWilds.ANY_NUMBER:
        return 2
    if r.jewel_set == JewelSet.FIRST_CARD and (free or r.three_jewels == ThreeJewels.SET):
        return 3
    return IMPOSSIBLE


@rule()
def jewels_needed(number: Hand, lying: bool, pair: bool, alone: Need) -> int:
    """How many crown jewels it takes to lay so many cards that go together."""
    if number <= 0 or number >= 3 or lying:
        return 0
    if number == 2:
        return 0 if pair else 1
    return alone


@rule()
def needed_by_people(s: State, card: Card, spare: Card, left: Spare, alone: Need) -> Need:
    """How many crown jewels it takes to lay the cards of the people that are like this one, the first of them."""
    if not speaks_for(card):
        return 0
    return jewels_needed(together(s, card, spare, left), lies(s, card), r.set_size == SetSize.TWO, alone)


@rule()
def needed_by_royals(s: State, spare: Card, left: Spare, alone: Need) -> Need:
    """How many crown jewels it takes to lay the royals, together."""
    pair = r.set_size != SetSize.THREE
    royal_alone = alone
    if royal(Card.JEWEL):
        royal_alone = 1 if pair else 2
    return jewels_needed(family(s, spare, left), family_lies(s, spare, left), pair, royal_alone)


@rule()
def need(s: State, spare: Card, left: Spare) -> int:
    """How many crown jewels it takes to lay all other cards; one group may join a set of jewels (``jewel_set``)."""
    alone = needed_by_one(other_set(s, spare, left))
    royals = needed_by_royals(s, spare, left, alone)
    total = royals + sum(needed_by_people(s, card, spare, left, alone) for card in Card)
    if r.jewel_set == JewelSet.FIRST_CARD and has_set(s, s.active, Sort.JEWEL):
        dearest = max(needed_by_people(s, card, spare, left, alone) for card in Card)
        return total - max(royals, dearest)
    return total


@rule()
def open_set(s: State, spare: Card, left: Spare) -> bool:
    """Whether a set lies there, or can be laid, that takes any number of crown jewels."""
    if s.due or any(has_set(s, s.active, sort) and not s.begun[sort] for sort in Sort):
        return True
    if r.jewel_any_set == JewelAnySet.ANYBODYS and any(p != s.active and has_any_set(s, p) for p in Player):
        return True
    if not limited(Sort.COURT):
        royals = family(s, spare, left)
        if royals >= 2:
            return True
        if royal(Card.JEWEL) and royals + kept(s, Card.JEWEL, spare, left) >= least_jewels():
            return True
    return any(
        speaks_for(card) and not limited(SORT[card]) and together(s, card, spare, left) >= 2 for card in Card
    )


@rule()
def least_jewels() -> int:
    """How many crown jewels make a set, where they can be one."""
    return 2 if royal(Card.JEWEL) and r.set_size != SetSize.THREE else 3


@rule()
def room(s: State, spare: Card, left: Spare) -> int:
    """Ruling ``royal_wilds``: how many crown jewels can be laid where each set begins with one and takes no other."""
    if r.royal_wilds == RoyalWilds.ANY_NUMBER:
        return 0
    begun = sum(
        1 for sort in Sort if s.begun[sort] and has_set(s, s.active, sort) and s.wilds[s.active, sort] == 0
    )
    pairs = sum(together(s, card, spare, left) // 2 for card in Card if speaks_for(card))
    return begun + family(s, spare, left) // 2 + pairs


@rule()
def jewels_alone(s: State, spare: Card, left: Spare) -> bool:
    """Whether crown jewels are a set by themselves."""
    if r.three_jewels == ThreeJewels.SET or royal(Card.JEWEL):
        return True
    return other_set(s, spare, left)


@rule()
def can_lay_all_but(s: State, spare: Card, left: Spare) -> bool:
    """Whether the hand could be laid but for the card that is left over."""
    wilds = kept(s, Card.JEWEL, spare, left)
    least = need(s, spare, left)
    if wilds < least:
        return False
    if wilds == least or open_set(s, spare, left) or wilds <= room(s, spare, left):
        return True
    if not jewels_alone(s, spare, left):
        return False
    return wilds - least >= least_jewels() or (r.jewel_set == JewelSet.FIRST_CARD and least >= 3)


@rule()
def last_one_joins(s: State) -> bool:
    """By ruling ``going_out``: whether a hand that can be laid whole can end with a card that is added."""
    if s.hand[s.active, Card.JEWEL] > need(s, Card.COOK, 0):
        return True
    royals = family(s, Card.COOK, 0)
    if royals > (2 if r.set_size != SetSize.THREE else 3) or (royals > 0 and family_lies(s, Card.COOK, 0)):
        return True
    few = 2 if r.set_size == SetSize.TWO else 3
    return any(
        speaks_for(card)
        and (together(s, card, Card.COOK, 0) > few or (together(s, card, Card.COOK, 0) > 0 and lies(s, card)))
        for card in Card
    )


@rule()
def can_lay_all(s: State) -> bool:
    """Whether the whole hand could be laid (ruling ``going_out``)."""
    match r.going_out:
        case GoingOut.ANY_WAY:
            return can_lay_all_but(s, Card.COOK, 0)
        case GoingOut.NOT_NEW_SET:
            return can_lay_all_but(s, Card.COOK, 0) and last_one_joins(s)
        case GoingOut.DISCARD_ONLY:
            return False


@rule()
def able(s: State) -> bool:
    """Whether the player on turn could empty the hand now: all but a card to discard, or all (``going_out``).

    Before picking up (``play_when``) and after the discard (``after_discard``) nothing can be discarded.
    """
    if can_lay_all(s):
        return True
    return s.phase == Phase.PLAY and any(
        s.hand[s.active, card] > 0 and may_discard(s, card) and can_lay_all_but(s, card, 1) for card in Card
    )


@rule()
def bound_to_end(s: State) -> bool:
    """By ruling ``round_end``: whether the player on turn could empty the hand, and therefore has to."""
    return r.round_end == RoundEnd.OBLIGATORY and may_lay(s) and able(s)
