"""Whether a hand can be emptied by laying: cards that go together, and how many crown jewels it takes.

A hand is laid group by group: cards of the people that are alike, and the royals.  A group takes some crown jewels
at the least; how many more it takes is unlimited but for ruling ``royal_wilds``.  So a hand can be laid if it has
jewels enough, and not more than find a place.  Ruling ``james_copies`` has a module of its own.
"""

from __future__ import annotations

from typing import Annotated

from model.queen_of_scots.cards import IS_ROYAL, RANK, SORT, Card, Count, Player, Sort, alike, royal
from model.queen_of_scots.sets import (
    all_apart,
    has_any_set,
    has_begun,
    has_set,
    joins,
    limited,
    needs_no_naturals,
    set_apart,
    stands,
    wilds_on,
)
from model.queen_of_scots.table import State
from queensbench.language import Range, rule, span
from spec.queen_of_scots.dealing import JamesCopies, NewRound, SameCard
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import (
    InitialSet,
    JewelAnySet,
    JewelSet,
    RoyalGrowth,
    RoyalWilds,
    SetSize,
    ThreeJewels,
)

Spare = Annotated[int, Range(0, 1)]
"""How many cards are left over."""

WIDE = 100_000
"""A number that no sum of the hand comes to."""

Hand = Annotated[int, Range(-WIDE, WIDE)]
"""A number of cards of the hand, less one that is left over: negative if that one is not there."""

IMPOSSIBLE = 99
"""More crown jewels than there are: a card cannot be laid."""

Need = Annotated[int, Range(0, IMPOSSIBLE)]
"""How many crown jewels it takes."""

Over = Annotated[int, Range(-10 * WIDE, 10 * WIDE)]
"""How many more crown jewels there are than it takes."""

# ----------------------------------------------------------------------------------------------- the hand


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
def after_another(s: State, spare: Card, left: Spare) -> bool:
    """By ruling ``initial_set``: whether a set lies there or can be laid with two natural cards; others need none.

    Where sets of earlier rounds lie there (ruling ``new_round``), two cards that join one make none without a jewel.
    """
    if r.initial_set == InitialSet.EACH:
        return False
    if needs_no_naturals(s) or s.due:
        return True
    royals = family(s, spare, left)
    if royals >= (3 if r.set_size == SetSize.THREE and family_lies(s, spare, left) else 2):
        return True
    return any(
        speaks_for(card)
        and together(s, card, spare, left) >= (3 if r.set_size != SetSize.TWO and lies(s, card) else 2)
        for card in Card
    )


@rule()
def after_a_jewel(s: State, spare: Card, left: Spare) -> bool:
    """By rulings ``initial_set``, ``new_round``: whether a jewel and two cards that might join a set are the first."""
    if r.new_round != NewRound.SETS_STAY or r.initial_set == InitialSet.EACH or after_another(s, spare, left):
        return False
    return family(s, spare, left) == 2 or any(
        speaks_for(card) and together(s, card, spare, left) == 2 for card in Card
    )


@rule()
def needed_by_one(after: bool) -> int:
    """How many crown jewels it takes to lay a single card; ``after``: beside another set (``initial_set``)."""
    if after and r.royal_wilds == RoyalWilds.ANY_NUMBER:
        return 2
    if royal(Card.JEWEL):
        return IMPOSSIBLE
    if r.jewel_set == JewelSet.FIRST_CARD and (after or r.three_jewels == ThreeJewels.SET):
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
    """How many crown jewels it takes to lay the royals, together; crown jewels are none of them."""
    return jewels_needed(
        family(s, spare, left), family_lies(s, spare, left), r.set_size != SetSize.THREE, alone
    )


@rule()
def one_kind(s: State, spare: Card, left: Spare) -> bool:
    """Whether all royals in hand are copies of one; crown jewels are none of them."""
    return sum(1 for card in Card if IS_ROYAL[card] and kept(s, card, spare, left) > 0) == 1


@rule()
def all_alike(s: State, spare: Card, left: Spare) -> bool:
    """Whether all royals in hand are alike (ruling ``same_card``); crown jewels are none of them."""
    return any(
        IS_ROYAL[card]
        and kept(s, card, spare, left) > 0
        and all(alike(card, other) or kept(s, other, spare, left) <= 0 for other in Card if IS_ROYAL[other])
        for card in Card
    )


@rule()
def one_follows(s: State, spare: Card, left: Spare) -> bool:
    """Whether all royals in hand follow one of them to a set of crown jewels (ruling ``jewel_set``)."""
    if r.royal_growth == RoyalGrowth.ANY_ROYAL and r.same_card == SameCard.FIGURE:
        return True
    return any(
        IS_ROYAL[card]
        and all(
            alike(card, other) or kept(s, other, spare, left) <= 0 or lies(s, other)
            for other in Card
            if IS_ROYAL[other]
        )
        for card in Card
    )


@rule()
def dearest(s: State, spare: Card, left: Spare, alone: Need) -> Need:
    """How many crown jewels are saved at most where cards that go together join a set of crown jewels."""
    royals = needed_by_royals(s, spare, left, alone) if one_follows(s, spare, left) else 0
    people = max(needed_by_people(s, card, spare, left, alone) for card in Card)
    return max(royals, people) + 0


@rule()
def need(s: State, spare: Card, left: Spare, after: bool) -> int:
    """How many crown jewels it takes to lay all other cards; some may join a set of jewels (``jewel_set``)."""
    alone = needed_by_one(after)
    total = needed_by_royals(s, spare, left, alone) + needed_by_all_people(s, spare, left, alone)
    if r.jewel_set == JewelSet.FIRST_CARD and has_set(s, s.active, Sort.JEWEL):
        return total - dearest(s, spare, left, alone)
    return total


@rule()
def needed_by_all_people(s: State, spare: Card, left: Spare, alone: Need) -> int:
    """How many crown jewels it takes to lay all cards of the people."""
    return sum(needed_by_people(s, card, spare, left, alone) for card in Card)


@rule()
def apart_open(s: State, card: Card, spare: Card, left: Spare) -> bool:
    """Whether copies of a royal can be a set apart, without a limit of crown jewels, and the other royals laid."""
    if not IS_ROYAL[card] or not set_apart(card) or limited(SORT[card]):
        return False
    if r.james_copies == JamesCopies.JAMES_ALONE:
        return False
    number = kept(s, card, spare, left)
    others = sum(kept(s, other, spare, left) for other in Card if IS_ROYAL[other] and not alike(card, other))
    if royal(Card.JEWEL) and number == 1:
        return others == 0 and kept(s, Card.JEWEL, spare, left) >= (2 if r.set_size == SetSize.THREE else 1)
    if number < 2:
        return False
    return others != 1 or number >= 3 or family_lies(s, spare, left)


@rule()
def open_set(s: State, spare: Card, left: Spare) -> bool:
    """Whether a set lies there, or can be laid, that takes any number of crown jewels."""
    if any(has_set(s, s.active, sort) and not has_begun(s, sort) for sort in Sort):
        return True
    if s.due and not limited(s.aside_sort):
        return True
    if r.jewel_any_set == JewelAnySet.ANYBODYS and any(p != s.active and has_any_set(s, p) for p in Player):
        return True
    if not limited(Sort.COURT) and family(s, spare, left) >= 2:
        return True
    if r.royal_wilds == RoyalWilds.ONE_WITH_ROYALS and any(apart_open(s, card, spare, left) for card in Card):
        return True
    return any(
        speaks_for(card) and not limited(SORT[card]) and together(s, card, spare, left) >= 2 for card in Card
    )


@rule()
def begun_room(s: State) -> int:
    """Ruling ``royal_wilds``: how many sets that were begun this turn, or will be with what is due, take a jewel."""
    return sum(1 for sort in Sort if takes_one(s, sort))


@rule()
def takes_one(s: State, sort: Sort) -> bool:
    """Whether a set of that sort that was begun this turn, or will be with what is due, takes one crown jewel."""
    if s.begun[sort]:
        return has_set(s, s.active, sort) and wilds_on(s, s.active, sort) == 0
    return s.due and s.aside_sort == sort and not stands(s, s.active, sort) and s.aside[Card.JEWEL] == 0


@rule()
def people_room(s: State, spare: Card, left: Spare) -> int:
    """Ruling ``royal_wilds``: how many sets of the people, beginning with a jewel each, can be laid."""
    return sum(together(s, card, spare, left) // 2 for card in Card if speaks_for(card))


@rule()
def room(s: State, spare: Card, left: Spare) -> int:
    """Ruling ``royal_wilds``: how many crown jewels can be laid where each set begins with one and takes no other."""
    if r.royal_wilds == RoyalWilds.ANY_NUMBER:
        return 0
    return begun_room(s) + family(s, spare, left) // 2 + people_room(s, spare, left)


@rule()
def fits(s: State, spare: Card, left: Spare) -> bool:
    """Whether the hand could be laid but for the card that is left over, by readings that let royals stand twice."""
    if royal(Card.JEWEL):
        return any(royal_jewels_fit(s, spare, left, number) for number in span(Count))
    wilds = kept(s, Card.JEWEL, spare, left)
    after = after_another(s, spare, left)
    least = need(s, spare, left, after)
    if jewels_first() and wilds - need(s, spare, left, True) >= 3:
        return True
    if after_a_jewel(s, spare, left):
        over = wilds - 1 - need(s, spare, left, True)
        if over == 0 or (over > 0 and open_set(s, spare, left)) or over >= 3:
            return True
    if wilds < least:
        return False
    if wilds == least or open_set(s, spare, left) or wilds <= room(s, spare, left):
        return True
    if not after and r.three_jewels != ThreeJewels.SET:
        return False
    return wilds - least + saved(s, spare, left, after) >= 3


@rule()
def jewels_first() -> bool:
    """Whether three crown jewels are a set, and after them no set needs natural cards (ruling ``initial_set``)."""
    return r.three_jewels == ThreeJewels.SET and r.initial_set != InitialSet.EACH


@rule()
def saved(s: State, spare: Card, left: Spare, after: bool) -> int:
    """How many crown jewels are saved where cards join a set of crown jewels that is laid now (ruling ``jewel_set``).

    A set that needs no natural cards (ruling ``initial_set``) comes after another one, which cannot join it.
    """
    if r.jewel_set != JewelSet.FIRST_CARD:
        return 0
    most = dearest(s, spare, left, needed_by_one(after))
    if most > 1 or free_to_join(s):
        return most
    pairs = sum(1 for card in Card if speaks_for(card) and together(s, card, spare, left) >= 2)
    return most if pairs + (1 if family(s, spare, left) >= 2 else 0) >= 2 else 0


@rule()
def free_to_join(s: State) -> bool:
    """Whether crown jewels alone can be a set, whatever else is laid of the hand."""
    return r.three_jewels == ThreeJewels.SET or needs_no_naturals(s) or s.due


# ------------------------------------------------------------------------------------ crown jewels are royal


@rule()
def royal_jewels_fit(s: State, spare: Card, left: Spare, number: Count) -> bool:
    """Whether the hand but for one card could be laid with so many crown jewels among royals, as which they count."""
    others = kept(s, Card.JEWEL, spare, left) - number
    if others < 0 or not court_takes(s, spare, left, number):
        return False
    least = beside_royals(s, spare, left, number)
    if others < least:
        return False
    return others == least or open_set(s, spare, left) or others <= room_beside_royals(s, spare, left)


@rule()
def beside_royals(s: State, spare: Card, left: Spare, number: Count) -> int:
    """How many crown jewels the people need where so many lie among royals."""
    first = number > 0 and (
        r.new_round != NewRound.SETS_STAY or number + family(s, spare, left) >= least_royals()
    )
    after = (first and r.initial_set != InitialSet.EACH) or after_another(s, spare, left)
    return needed_by_all_people(s, spare, left, needed_by_one(after))


@rule()
def room_beside_royals(s: State, spare: Card, left: Spare) -> int:
    """Ruling ``royal_wilds``: how many crown jewels sets of the people take where each takes one."""
    if r.royal_wilds != RoyalWilds.ONE:
        return 0
    return begun_room(s) - (1 if takes_one(s, Sort.COURT) else 0) + people_room(s, spare, left)


@rule()
def court_takes(s: State, spare: Card, left: Spare, number: Count) -> bool:
    """Whether the royals in hand can be laid with so many crown jewels, which are royal too."""
    return royals_take(
        s, family(s, spare, left), number + 0, joining(s, spare, left), one_follows(s, spare, left)
    )


@rule()
def joining(s: State, spare: Card, left: Spare) -> bool:
    """Whether all royals in hand may join what lies there; there may be none."""
    return family(s, spare, left) == 0 or family_lies(s, spare, left)


@rule()
def court_stands(s: State) -> bool:
    """Whether a set of royals lies there, or is set aside to be laid."""
    return has_set(s, s.active, Sort.COURT) or (s.due and s.aside_sort == Sort.COURT)


@rule()
def royals_take(s: State, royals: Hand, number: Hand, lying: bool, alike_all: bool) -> bool:
    """Whether so many royals can be laid with so many crown jewels, which are royal too.

    ``lying``: they may join what lies there; ``alike_all``: they are all alike, but for those that may.  A limit of
    one crown jewel does not keep sets from beginning with more of them, in places of royals: two with a royal, or
    three.
    """
    stands_open = has_set(s, s.active, Sort.COURT) and not s.begun[Sort.COURT]
    if number > 0 and (stands_open or not limited(Sort.COURT)):
        return (court_stands(s) and lying) or royals + number >= least_royals()
    if number > 0 and takes_one(s, Sort.COURT) and begun_take(royals, number - 1, lying, alike_all):
        return True
    return begun_take(royals, number + 0, lying, alike_all)


@rule()
def begun_take(royals: Hand, number: Over, lying: bool, alike_all: bool) -> bool:
    """Whether so many royals can be laid with so many crown jewels in sets that begin with them (``royals_take``)."""
    if number == 0:
        return lying or royals >= least_royals()
    if r.set_size != SetSize.THREE:
        return royals + number >= 2
    copies = r.royal_growth == RoyalGrowth.COPIES_ONLY
    if number % 3 == 0:
        return lying or royals >= 3 or not copies
    if number % 3 == 1:
        return royals >= 2
    if copies or (number == 2 and all_apart()):
        return royals == 1 or royals >= 4 or (royals > 0 and (lying or alike_all))
    return royals > 0


@rule()
def least_royals() -> int:
    """How many royals make a set."""
    return 3 if r.set_size == SetSize.THREE else 2
