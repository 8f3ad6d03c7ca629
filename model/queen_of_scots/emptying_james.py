"""Whether a hand can be emptied where King James alone may stand twice in a set of royals (ruling ``james_copies``).

Of each other royal a set of royals has one copy, so more copies need more such sets, or a set of copies apart.  So
plans are tried: so many new sets of royals, and of each royal so many copies kept for a set apart.
"""

from __future__ import annotations

from typing import Annotated

from model.queen_of_scots.cards import Card, Sort, alike, royal
from model.queen_of_scots.emptying import (
    IMPOSSIBLE,
    Hand,
    Need,
    Over,
    Spare,
    after_a_jewel,
    after_another,
    begun_room,
    court_stands,
    free_to_join,
    jewels_first,
    jewels_needed,
    kept,
    least_royals,
    needed_by_all_people,
    needed_by_one,
    needed_by_people,
    open_set,
    people_room,
)
from model.queen_of_scots.last_card import jewels_joined_last, joined_by_royals, people_join
from model.queen_of_scots.sets import all_apart, has_set, is_new, joins, limited
from model.queen_of_scots.table import State, hand_size
from queensbench.language import Lookup, Range, rule, span
from spec.queen_of_scots.pile import SecondSet
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import InitialSet, JewelSet, RoyalGrowth, RoyalWilds, SetSize, ThreeJewels

Which = Annotated[int, Range(1, 3)]
"""A royal, by its place; a deck may have less than three."""

JAMES, REGENT, HEIR = 1, 2, 3

ROYAL_PLACE: Lookup[Card, int] = Lookup(
    {card: {"JAMES": JAMES, "REGENT": REGENT, "HEIR": HEIR}.get(card.name, 0) for card in Card}
)
"""The place of a royal; 0: no royal."""

Courts = Annotated[int, Range(0, 2)]
"""How many new sets of royals are laid."""

Begun = Annotated[int, Range(0, 3)]
"""With how many crown jewels a set of royals begins."""

Apart = Annotated[int, Range(0, 2)]
"""How many copies of a royal are kept for a set apart: three if there are so many (1), two of them (2), or none (0)."""


@rule()
def james_fits(s: State, spare: Card, left: Spare, adding: bool) -> bool:
    """Whether the hand could be laid but for the card that is left over.

    ``adding``: whether, by ruling ``going_out``, it has to be a whole hand that ends with a card that is added.
    """
    return any(
        plan_fits(s, spare, left, courts, jameses, regents, heirs)
        and (not adding or plan_ends(s, courts, jameses, regents, heirs))
        for courts in span(Courts)
        for jameses in span(Apart)
        if worth_trying(s, JAMES, spare, left, jameses)
        for regents in span(Apart)
        if worth_trying(s, REGENT, spare, left, regents)
        for heirs in span(Apart)
        if worth_trying(s, HEIR, spare, left, heirs)
    )


@rule()
def worth_trying(s: State, which: Which, spare: Card, left: Spare, apart: Apart) -> bool:
    """Whether so many copies of a royal may be kept for a set apart, and it is no other plan by another number."""
    if apart == 0:
        return True
    return copies_kept(s, which, spare, left) > (0 if apart == 1 else 2) and may_lie_apart(s, which)


@rule()
def may_lie_apart(s: State, which: Which) -> bool:
    """Whether copies of a royal can be a set apart."""
    return which != JAMES or all_apart() or apart_lies(s, JAMES)


@rule()
def spared(s: State, which: Which, spare: Card, left: Spare, apart: Apart) -> int:
    """How many copies of a royal are kept for a set apart."""
    return 0 if apart == 0 else min(copies_kept(s, which, spare, left), 4 - apart)


# --------------------------------------------------------------------------------- where the royals are laid


@rule()
def copies_kept(s: State, which: Which, spare: Card, left: Spare) -> int:
    """How many copies of a royal are in hand beside the card that is left over."""
    return sum(kept(s, card, spare, left) for card in Card if ROYAL_PLACE[card] == which)


@rule()
def lies_apart(s: State, card: Card) -> bool:
    """Whether a set of copies of that royal lies there, or is set aside to be laid."""
    return any(joins(s, s.active, card, sort) for sort in Sort if sort not in (Sort.COURT, Sort.JEWEL)) or (
        s.due
        and s.aside_sort not in (Sort.COURT, Sort.JEWEL)
        and any(s.aside[other] > 0 and other != Card.JEWEL and alike(card, other) for other in Card)
    )


@rule()
def apart_lies(s: State, which: Which) -> bool:
    """Whether a set of copies of that royal lies there, if the deck has the royal."""
    return any(ROYAL_PLACE[card] == which and lies_apart(s, card) for card in Card)


@rule()
def among_royals(s: State, which: Which) -> int:
    """How many copies of a royal lie among royals, with what is due."""
    laid = sum(s.court[s.active, card] for card in Card if ROYAL_PLACE[card] == which)
    if s.due and s.aside_sort == Sort.COURT:
        return laid + sum(s.aside[card] for card in Card if ROYAL_PLACE[card] == which)
    return laid + 0


@rule()
def places(s: State, which: Which, courts: Courts) -> int:
    """How many copies of a royal but James find a place among royals once so many more sets of them lie there."""
    taken = among_royals(s, which)
    if courts == 0 and r.royal_growth == RoyalGrowth.COPIES_ONLY and taken == 0:
        return 0
    due = 1 if s.due and s.aside_sort == Sort.COURT and is_new(s, Sort.COURT) else 0
    standing = s.courts[s.active] + due
    if r.second_set == SecondSet.JOINED:
        return max(standing, min(courts, 1)) - taken
    return standing + courts - taken


@rule()
def there(s: State, which: Which, spare: Card, left: Spare, courts: Courts, apart: Apart) -> int:
    """How many copies of a royal are laid among royals where so many are kept for a set apart."""
    number = copies_kept(s, which, spare, left)
    if which != JAMES:
        if apart > 0 and apart_lies(s, which):
            return 0
        return max(0, min(number - spared(s, which, spare, left, apart), places(s, which, courts)))
    if apart > 0 and ((courts == 0 and not court_stands(s)) or apart_lies(s, which)):
        return 0
    if courts == 0 and r.royal_growth == RoyalGrowth.COPIES_ONLY and among_royals(s, which) == 0:
        return 0
    return max(0, number - spared(s, which, spare, left, apart))


@rule()
def filling(
    s: State, spare: Card, left: Spare, courts: Courts, jameses: Apart, regents: Apart, heirs: Apart
) -> int:
    """How many royals can begin so many new sets of them: of each but James one in each set."""
    return (
        there(s, JAMES, spare, left, courts, jameses)
        + (copies_kept(s, JAMES, spare, left) if jameses > 0 and apart_lies(s, JAMES) and courts > 0 else 0)
        + min(courts, there(s, REGENT, spare, left, courts, regents))
        + min(courts, there(s, HEIR, spare, left, courts, heirs))
    )


@rule()
def left_apart(s: State, which: Which, spare: Card, left: Spare, courts: Courts, apart: Apart) -> int:
    """How many copies of a royal are laid apart."""
    return copies_kept(s, which, spare, left) - there(s, which, spare, left, courts, apart)


# ------------------------------------------------------------------------------------- the jewels it takes


@rule()
def apart_takes(s: State, which: Which, number: Hand, alone: Need) -> int:
    """How many crown jewels it takes to lay so many copies of a royal apart."""
    if number > 0 and not may_lie_apart(s, which):
        return IMPOSSIBLE
    pair = r.set_size != SetSize.THREE
    return jewels_needed(
        number, apart_lies(s, which), pair, (1 if pair else 2) if royal(Card.JEWEL) else alone
    )


@rule()
def court_needs(s: State, number: Hand, courts: Courts, alone: Need) -> int:
    """How many crown jewels it takes to begin so many new sets with so many royals."""
    if courts == 0:
        return 0 if court_stands(s) or number == 0 else IMPOSSIBLE
    if royal(Card.JEWEL):
        return max(0, least_royals() * courts - number)
    if number == 1 and courts == 1:
        return alone + 0
    return max(0, least_royals() * courts - number) if number >= 2 * courts else IMPOSSIBLE


@rule()
def plan_needs(
    s: State,
    spare: Card,
    left: Spare,
    courts: Courts,
    jameses: Apart,
    regents: Apart,
    heirs: Apart,
    after: bool,
) -> int:
    """How many crown jewels a plan takes at least, with those for the people; ``after``: beside another set."""
    alone = needed_by_one(after)
    filled = filling(s, spare, left, courts, jameses, regents, heirs)
    court = court_needs(s, filled, courts, alone)
    first = apart_takes(s, JAMES, left_apart(s, JAMES, spare, left, courts, jameses), alone)
    regent = left_apart(s, REGENT, spare, left, courts, regents)
    heir = left_apart(s, HEIR, spare, left, courts, heirs)
    second = apart_takes(s, REGENT, regent, alone)
    third = apart_takes(s, HEIR, heir, alone)
    if heir_is_regent() and regent > 0 and heir > 0:
        second = min(second, third)
        third = 0
    total = needed_by_all_people(s, spare, left, alone) + court + first + second + third
    if r.jewel_set == JewelSet.JEWELS_ONLY or royal(Card.JEWEL):
        return total
    people = max(needed_by_people(s, card, spare, left, alone) for card in Card)
    james = copies_kept(s, JAMES, spare, left)
    follow = filled == james or (r.royal_growth != RoyalGrowth.COPIES_ONLY and not all_apart())
    saved = court if courts == 1 and james > 0 and follow else 0
    most = max(saved, first, second, third, people)
    if has_set(s, s.active, Sort.JEWEL):
        return total - most
    if r.three_jewels != ThreeJewels.SET and not after_another(s, spare, left):
        return total
    wilds = kept(s, Card.JEWEL, spare, left)
    if most > 0 and wilds > total and wilds >= total - most + 3 and (most > 1 or free_to_join(s)):
        return wilds + 0
    return total


@rule()
def heir_is_regent() -> bool:
    """Ruling ``same_card``: whether the two royals beside James are alike, so that one joins a set of the other."""
    return any(
        ROYAL_PLACE[card] == REGENT and ROYAL_PLACE[other] == HEIR and alike(card, other)
        for card in Card
        for other in Card
    )


@rule()
def after_plan(s: State, spare: Card, left: Spare, courts: Courts) -> bool:
    """By ruling ``initial_set``: whether sets need no natural cards, since another comes first."""
    if r.initial_set != InitialSet.EACH and royal(Card.JEWEL) and courts > 0:
        return True
    return after_another(s, spare, left)


@rule()
def most_apart(number: Hand) -> int:
    """How many crown jewels copies of a royal laid apart take, each set one at its start."""
    if number <= 0:
        return 0
    if r.royal_wilds != RoyalWilds.ONE:
        return IMPOSSIBLE if number >= 2 or royal(Card.JEWEL) else 0
    return 2 * number if royal(Card.JEWEL) else number // 2


@rule()
def plan_takes(
    s: State, spare: Card, left: Spare, courts: Courts, jameses: Apart, regents: Apart, heirs: Apart
) -> int:
    """How many crown jewels a plan takes at most where ruling ``royal_wilds`` sets a limit."""
    return (
        begun_room(s)
        + people_room(s, spare, left)
        + (3 if royal(Card.JEWEL) else 1) * courts
        + most_apart(left_apart(s, JAMES, spare, left, courts, jameses))
        + most_apart(left_apart(s, REGENT, spare, left, courts, regents))
        + most_apart(left_apart(s, HEIR, spare, left, courts, heirs))
    )


@rule()
def jewels_begin(courts: Courts) -> bool:
    """Whether it matters with how many crown jewels, royal themselves, the one new set of royals begins."""
    return limited(Sort.COURT) and royal(Card.JEWEL) and courts == 1 and r.set_size == SetSize.THREE


@rule()
def begins_with(
    s: State, spare: Card, left: Spare, number: Begun, jameses: Apart, regents: Apart, heirs: Apart
) -> bool:
    """Whether a set of royals can begin with so many crown jewels, and take no more, and the other royals join it."""
    james = there(s, JAMES, spare, left, 1, jameses)
    regent = there(s, REGENT, spare, left, 1, regents)
    heir = there(s, HEIR, spare, left, 1, heirs)
    if number < 2:
        return filling(s, spare, left, 1, jameses, regents, heirs) >= 3 - number
    others = must_begin(s, REGENT, regent) or must_begin(s, HEIR, heir)
    if number == 2:
        return james > 0 and not all_apart() and not others
    return not others and not must_begin(s, JAMES, james)


@rule()
def must_begin(s: State, which: Which, number: Hand) -> bool:
    """By ruling ``royal_growth``: whether so many copies of a royal among royals begin a set, since none lies there."""
    return r.royal_growth == RoyalGrowth.COPIES_ONLY and number > 0 and among_royals(s, which) == 0


@rule()
def beside_begun(
    s: State, spare: Card, left: Spare, number: Begun, jameses: Apart, regents: Apart, heirs: Apart
) -> bool:
    """Whether all other crown jewels find a place where so many lie in a new set of royals, which may take three."""
    wilds = kept(s, Card.JEWEL, spare, left) - number
    after = after_plan(s, spare, left, 1)
    filled = filling(s, spare, left, 1, jameses, regents, heirs)
    with_set = plan_needs(s, spare, left, 1, jameses, regents, heirs, after)
    least = with_set - court_needs(s, filled, 1, needed_by_one(after))
    most = plan_takes(s, spare, left, 1, jameses, regents, heirs) - 3
    if wilds <= least or open_set(s, spare, left):
        return wilds >= least
    james = left_apart(s, JAMES, spare, left, 1, jameses)
    regent = left_apart(s, REGENT, spare, left, 1, regents)
    heir = left_apart(s, HEIR, spare, left, 1, heirs)
    return wilds <= most and find_room(s, wilds - least, most - least, james, regent, heir)


@rule()
def room_apart(s: State, james: Hand, regent: Hand, heir: Hand) -> Over:
    """How many crown jewels, royal themselves, copies apart take beside those that they need: two for each copy."""
    first = apart_takes(s, JAMES, james, 0)
    second = apart_takes(s, REGENT, regent, 0)
    third = apart_takes(s, HEIR, heir, 0)
    if heir_is_regent() and regent > 0 and heir > 0:
        second = min(second, third)
        third = 0
    return 2 * (james + regent + heir) - first - second - third


@rule()
def each_alone(james: Hand, regent: Hand, heir: Hand) -> bool:
    """Whether of copies apart no two are alike."""
    return james <= 1 and regent <= 1 and heir <= 1 and not (heir_is_regent() and regent + heir == 2)


@rule()
def find_room(s: State, number: Over, most: Over, james: Hand, regent: Hand, heir: Hand) -> bool:
    """Whether so many of at most ``most`` crown jewels find room; it matters where copies apart have all of it.

    Where two are no set, one copy takes two jewels or joins its like.  Of more that are alike each takes two, or there
    are two jewels fewer at least.
    """
    if r.royal_wilds != RoyalWilds.ONE or r.set_size != SetSize.THREE or not royal(Card.JEWEL):
        return True
    if most != room_apart(s, james, regent, heir):
        return True
    return number % 2 == 0 if each_alone(james, regent, heir) else number != most - 1


@rule()
def plan_fits(
    s: State, spare: Card, left: Spare, courts: Courts, jameses: Apart, regents: Apart, heirs: Apart
) -> bool:
    """Whether the hand but for one card could be laid by a plan."""
    wilds = kept(s, Card.JEWEL, spare, left)
    least = plan_needs(s, spare, left, courts, jameses, regents, heirs, after_plan(s, spare, left, courts))
    if (
        jewels_first()
        and not royal(Card.JEWEL)
        and wilds - plan_needs(s, spare, left, courts, jameses, regents, heirs, True) >= 3
    ):
        return True
    if after_a_jewel(s, spare, left) and not royal(Card.JEWEL):
        over = wilds - 1 - plan_needs(s, spare, left, courts, jameses, regents, heirs, True)
        if over == 0 or (over > 0 and ((courts > 0 and not limited(Sort.COURT)) or open_set(s, spare, left))):
            return True
    if wilds < least:
        return False
    if jewels_begin(courts):
        return any(
            begins_with(s, spare, left, number, jameses, regents, heirs)
            and beside_begun(s, spare, left, number, jameses, regents, heirs)
            for number in span(Begun)
        )
    if wilds == least or (courts > 0 and not limited(Sort.COURT)) or open_set(s, spare, left):
        return True
    over = plan_takes(s, spare, left, courts, jameses, regents, heirs) - least
    james = left_apart(s, JAMES, spare, left, courts, jameses)
    regent = left_apart(s, REGENT, spare, left, courts, regents)
    heir = left_apart(s, HEIR, spare, left, courts, heirs)
    if wilds - least <= over and find_room(s, wilds - least, over, james, regent, heir):
        return True
    if royal(Card.JEWEL):
        return False
    return (after_another(s, spare, left) or r.three_jewels == ThreeJewels.SET) and wilds - least >= 3


# -------------------------------------------------------------------------------- the last card joins a set


@rule()
def plan_ends(s: State, courts: Courts, jameses: Apart, regents: Apart, heirs: Apart) -> bool:
    """Whether a plan for the whole hand can end with a card that is added."""
    james = there(s, JAMES, Card.COOK, 0, courts, jameses)
    regents_there = there(s, REGENT, Card.COOK, 0, courts, regents)
    heirs_there = there(s, HEIR, Card.COOK, 0, courts, heirs)
    if hand_size(s, s.active) == 0 or people_join(s):
        return True
    if joined_by_royals(s) and no_set_apart(james, regents_there, heirs_there):
        return True
    fill = filling(s, Card.COOK, 0, courts, jameses, regents, heirs)
    if courts == 0 or not apart_lies(s, JAMES) or fill > least_royals() * courts:
        if apart_ends(s, JAMES, left_apart(s, JAMES, Card.COOK, 0, courts, jameses)):
            return True
    if apart_ends(s, REGENT, left_apart(s, REGENT, Card.COOK, 0, courts, regents)):
        return True
    if apart_ends(s, HEIR, left_apart(s, HEIR, Card.COOK, 0, courts, heirs)):
        return True
    begin = (
        (1 if must_begin(s, JAMES, james) else 0)
        + (1 if must_begin(s, REGENT, regents_there) else 0)
        + (1 if must_begin(s, HEIR, heirs_there) else 0)
    )
    if james + regents_there + heirs_there > max(begin, min(fill, least_royals() * courts)):
        return True
    regent = left_apart(s, REGENT, Card.COOK, 0, courts, regents)
    heir = left_apart(s, HEIR, Card.COOK, 0, courts, heirs)
    most = 2 if r.set_size == SetSize.THREE else least_royals()
    if heir_is_regent() and regent > 0 and heir > 0 and regent + heir > most:
        return True
    after = after_plan(s, Card.COOK, 0, courts)
    over = s.hand[s.active, Card.JEWEL] - plan_needs(s, Card.COOK, 0, courts, jameses, regents, heirs, after)
    if not royal(Card.JEWEL) and jewels_joined_last(s, over, after):
        return True
    if over >= 4 or (over > 0 and ((courts > 0 and not limited(Sort.COURT)) or open_set(s, Card.COOK, 0))):
        return True
    return over > 0 and s.hand[s.active, Card.JEWEL] <= plan_takes(
        s, Card.COOK, 0, courts, jameses, regents, heirs
    )


@rule()
def no_set_apart(james: Hand, regents: Hand, heirs: Hand) -> bool:
    """Whether so many royals, with crown jewels or without, make a set of royals that is not one of copies apart."""
    if james > 0 and (regents > 0 or heirs > 0 or not all_apart()):
        return True
    return regents > 0 and heirs > 0


@rule()
def apart_ends(s: State, which: Which, number: Hand) -> bool:
    """Whether of so many copies of a royal, laid apart, one can be added last."""
    return number > least_royals() or (number > 0 and apart_lies(s, which))
