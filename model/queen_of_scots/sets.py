"""What is a set, what may join one, and laying cards (queen-of-scots.en: sets, the royal family, the crown jewels).

A set is laid as its first three cards (by ruling ``set_size`` two); whatever else goes with it is added card by
card, as the player may in any case.  Royals lie in the ``court``; under readings that tell a set of copies
of one royal from other sets of royals, such a set is of the sort of its card.
"""

from __future__ import annotations

from typing import Annotated

from model.queen_of_scots.cards import SORT, Card, Count, Player, Sort, alike, printed, royal
from model.queen_of_scots.table import State, hand_size
from queensbench.language import Range, clause, require, rule, states
from spec.queen_of_scots.dealing import JamesCopies, NewRound, SameCard
from spec.queen_of_scots.pile import SecondSet
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import (
    GoingOut,
    InitialSet,
    JewelSet,
    RoyalGrowth,
    RoyalWilds,
    SetSize,
    ThreeJewels,
)
from spec.queen_of_scots.turns import LaidThisTurn

Few = Annotated[int, Range(1, 3)]
"""Cards that are laid at once."""

# ------------------------------------------------------------------------------------- what lies there


@rule()
def on_side(s: State, p: Player, card: Card) -> int:
    """How many copies of a card lie before a player."""
    if card == Card.JEWEL:
        return sum(s.wilds[p, sort] for sort in Sort)
    return s.laid[p, card] + s.court[p, card]


@rule()
def has_set(s: State, p: Player, sort: Sort) -> bool:
    """Whether a player has a set of that sort."""
    if sort == Sort.JEWEL:
        return s.wilds[p, Sort.JEWEL] > 0
    if sort == Sort.COURT:
        return s.wilds[p, Sort.COURT] > 0 or any(s.court[p, card] > 0 for card in Card)
    return any(s.laid[p, card] > 0 and SORT[card] == sort for card in Card)


@rule()
def worth_of(sort: Sort) -> int:
    """What the figure of a sort of set is worth; none: nothing."""
    return sum(printed(card) for card in Card if card != Card.JEWEL and SORT[card] == sort)


@rule()
def one_sort(sort: Sort, other: Sort) -> bool:
    """Whether what joins sets of one sort joins those of the other (ruling ``same_card``)."""
    if sort == other:
        return True
    return r.same_card == SameCard.WORTH and worth_of(sort) != 0 and worth_of(sort) == worth_of(other)


@rule()
def stands(s: State, p: Player, sort: Sort) -> bool:
    """Whether a player has a set that cards of that sort join."""
    if r.same_card == SameCard.FIGURE:
        return has_set(s, p, sort)
    return any(one_sort(sort, other) and has_set(s, p, other) for other in Sort)


@rule()
def has_begun(s: State, sort: Sort) -> bool:
    """Ruling ``royal_wilds``: whether this turn began a set of that sort."""
    if r.same_card == SameCard.FIGURE:
        return s.begun[sort]
    return any(one_sort(sort, other) and s.begun[other] for other in Sort)


@rule()
def wilds_on(s: State, p: Player, sort: Sort) -> int:
    """How many crown jewels lie on a player's sets of that sort."""
    if r.same_card == SameCard.FIGURE:
        return s.wilds[p, sort]
    return sum(s.wilds[p, other] for other in Sort if one_sort(sort, other))


@rule()
def has_any_set(s: State, p: Player) -> bool:
    """Whether a player has a set."""
    return any(has_set(s, p, sort) for sort in Sort)


# -------------------------------------------------------------------------------------- what is a set


@rule()
def set_apart(card: Card) -> bool:
    """Whether a set of copies of a royal is told from other sets of royals."""
    return all_apart() or (r.james_copies == JamesCopies.JAMES_ALONE and card != Card.JAMES)


@rule()
def all_apart() -> bool:
    """Whether sets of copies of any royal, James among them, are told from other sets of royals."""
    return r.royal_growth == RoyalGrowth.BY_ORIGIN or r.same_card == SameCard.WORTH


@rule()
def of_royals(first: Card, second: Card, third: Card) -> bool:
    """Whether these, with crown jewels or without, are a set of the royal family, not of copies set apart."""
    states("royal.james")
    if not royal(first) or not (royal(second) or second == Card.JEWEL):
        return False
    if not (royal(third) or third == Card.JEWEL):
        return False
    one = (second in (first, Card.JEWEL)) and (third in (first, Card.JEWEL))
    return not (one and first != Card.JEWEL and set_apart(first))


@rule()
def sort_of(first: Card, second: Card, third: Card) -> Sort:
    """The sort of a set; the cards are in order, crown jewels last."""
    return Sort.COURT if of_royals(first, second, third) else SORT[first]


@rule()
def go_together(card: Card, other: Card) -> bool:
    """Whether two natural cards may lie in one set."""
    if card == Card.JEWEL or other == Card.JEWEL:
        return royal(card) and royal(other)
    if alike(card, other):
        return True
    if royal(card) and royal(other):
        with clause("royal.together", "set.no_mixing.royals"):
            return True
    return False


@rule()
def copies_allowed(first: Card, second: Card, third: Card) -> bool:
    """Ruling ``james_copies``: of a royal other than James no two copies among several royals."""
    if r.james_copies == JamesCopies.ANY_ROYAL or not of_royals(first, second, third):
        return True
    if first == second and first not in (Card.JAMES, Card.JEWEL):
        return False
    return second != third or second in (Card.JAMES, Card.JEWEL)


@rule()
def is_set(s: State, first: Card, second: Card, third: Card) -> bool:
    """Whether three cards, in order, are a set that the player on turn may lay."""
    if first == Card.JEWEL:
        return royal(first) or r.three_jewels == ThreeJewels.SET or needs_no_naturals(s)
    if second == Card.JEWEL:
        if royal(first) and royal(second):
            return True
        return needs_no_naturals(s) and r.royal_wilds == RoyalWilds.ANY_NUMBER
    if not go_together(first, second):
        return False
    if third == Card.JEWEL:
        if of_royals(first, second, third):
            with clause("royal.wild", "royal.wild.two"):
                return copies_allowed(first, second, third)
        with clause("jewels.wild", "jewels.two"):
            return copies_allowed(first, second, third)
    return go_together(second, third) and go_together(first, third) and copies_allowed(first, second, third)


@rule()
def needs_no_naturals(s: State) -> bool:
    """Ruling ``initial_set``: the player's first set of the round is the only one that needs natural cards."""
    if r.new_round == NewRound.SETS_STAY:
        return r.initial_set == InitialSet.FIRST_OF_PLAYER and s.opened[s.active]
    return r.initial_set == InitialSet.FIRST_OF_PLAYER and has_any_set(s, s.active)


@rule()
def set_was_laid(s: State, undoable: bool) -> None:
    """Where sets of earlier rounds lie there, remember who has laid one in this round (see ``needs_no_naturals``)."""
    if r.initial_set == InitialSet.FIRST_OF_PLAYER and r.new_round == NewRound.SETS_STAY:
        fresh = r.laid_this_turn == LaidThisTurn.UNTIL_DISCARD and (s.fresh_opened or not s.opened[s.active])
        s.fresh_opened = undoable and fresh
        s.opened[s.active] = True


@rule()
def is_pair_set(first: Card, second: Card) -> bool:
    """Ruling ``set_size``: whether two cards are a set."""
    match r.set_size:
        case SetSize.THREE:
            return False
        case SetSize.ROYAL_PAIR:
            return royal(first) and royal(second) and copies_allowed(first, second, Card.JEWEL)
        case SetSize.TWO:
            if first == Card.JEWEL:
                return royal(first)
            return go_together(first, second) and copies_allowed(first, second, Card.JEWEL)


# ---------------------------------------------------------------------------------- what may join a set


@rule()
def joins(s: State, p: Player, card: Card, sort: Sort) -> bool:
    """Whether a card may join a player's set of that sort (rulings ``royal_growth``, ``jewel_set``)."""
    if card == Card.JEWEL:
        return has_set(s, p, sort) and not wilds_closed(s, p, sort)
    if sort == Sort.JEWEL:
        return has_set(s, p, sort) and r.jewel_set == JewelSet.FIRST_CARD
    if sort == Sort.COURT:
        if not royal(card) or not has_set(s, p, sort):
            return False
        if r.royal_growth == RoyalGrowth.COPIES_ONLY and s.court[p, card] == 0:
            return False
        return r.james_copies == JamesCopies.ANY_ROYAL or card == Card.JAMES or s.court[p, card] < s.courts[p]
    return SORT[card] == sort and any(s.laid[p, other] > 0 and alike(card, other) for other in Card)


@rule()
def wilds_closed(s: State, p: Player, sort: Sort) -> bool:
    """Ruling ``royal_wilds``: a set that this turn began with its one crown jewel takes no other."""
    return p == s.active and has_begun(s, sort) and wilds_on(s, p, sort) > 0


@rule()
def limited(sort: Sort) -> bool:
    """Whether one crown jewel is the limit where a set of that sort begins."""
    if sort == Sort.JEWEL or r.royal_wilds == RoyalWilds.ANY_NUMBER:
        return False
    return sort == Sort.COURT or r.royal_wilds == RoyalWilds.ONE


# ------------------------------------------------------------------------------------------------ laying


@rule("set.own_side")
def put(s: State, card: Card, sort: Sort) -> None:
    """A card is put down by the player on turn, on their own side."""
    states("table.still")
    if card == Card.JEWEL:
        s.wilds[s.active, sort] += 1
    elif sort == Sort.COURT:
        s.court[s.active, card] += 1
    else:
        s.laid[s.active, card] += 1


@rule("set.own_side")
def put_copies(s: State, card: Card, number: Count, sort: Sort) -> None:
    """So many copies of a card are put down at once."""
    states("table.still")
    if card == Card.JEWEL:
        s.wilds[s.active, sort] += number
    elif sort == Sort.COURT:
        s.court[s.active, card] += number
    else:
        s.laid[s.active, card] += number


@rule()
def can_be_undone(s: State, card: Card, sort: Sort) -> None:
    """Ruling ``laid_this_turn``: what was laid this turn is remembered."""
    if r.laid_this_turn == LaidThisTurn.FIXED_AT_ONCE:
        return
    if card == Card.JEWEL:
        s.fresh_wilds[sort] += 1
    elif sort == Sort.COURT:
        s.fresh_court[card] += 1
    else:
        s.fresh_laid[card] += 1


@rule()
def begin_set(s: State, sort: Sort) -> None:
    """Cards of that sort begin a set, or join one (ruling ``second_set``)."""
    if is_new(s, sort):
        if sort == Sort.COURT and r.james_copies == JamesCopies.JAMES_ALONE:
            s.courts[s.active] += 1
        if limited(sort) and not stands(s, s.active, sort):
            s.begun[sort] = True


@rule()
def stays(s: State, sort: Sort) -> None:
    """Ruling ``laid_this_turn``: what was laid in sets of that sort is not taken back, since it won the pile."""
    if r.laid_this_turn == LaidThisTurn.FIXED_AT_ONCE:
        return
    s.fresh_wilds[sort] = 0
    s.turned[sort] = 0
    if sort == Sort.COURT:
        s.fresh_courts = 0
    for card in Card:
        if sort == Sort.COURT:
            s.fresh_court[card] = 0
        elif any(SORT[other] == sort and alike(card, other) for other in Card):
            s.fresh_laid[card] = 0


@rule()
def begin_taken_set(s: State, sort: Sort) -> None:
    """A set begins with the topmost card of the taken pile; what it joins stays with it."""
    if not is_new(s, sort):
        stays(s, sort)
    begin_set(s, sort)


@rule()
def begin_fresh_set(s: State, sort: Sort) -> None:
    """A set begins that may be taken back by ruling ``laid_this_turn``."""
    before = s.courts[s.active] + 0
    begin_set(s, sort)
    if r.laid_this_turn == LaidThisTurn.UNTIL_DISCARD:
        s.fresh_courts += s.courts[s.active] - before


@rule()
def copies_fit(s: State) -> None:
    """Ruling ``james_copies``: no set of royals has two copies of another royal than James, now or with what is due."""
    if r.james_copies == JamesCopies.JAMES_ALONE:
        require(all(card == Card.JAMES or s.court[s.active, card] <= s.courts[s.active] for card in Card))
        require(all(due_fits(s, card) for card in Card))


@rule()
def due_fits(s: State, card: Card) -> bool:
    """Whether the copies of a card that are set aside can be laid in a set of royals (ruling ``james_copies``)."""
    if not s.due or s.aside_sort != Sort.COURT or card in (Card.JAMES, Card.JEWEL):
        return True
    return s.court[s.active, card] + s.aside[card] <= sets_of_royals(s)


@rule()
def sets_of_royals(s: State) -> int:
    """How many sets of royals the player on turn has once another is laid."""
    return s.courts[s.active] + (1 if is_new(s, Sort.COURT) else 0)


@rule()
def taken_fit(s: State, first: Card, second: Card, third: Card) -> bool:
    """Whether three cards with which the pile is taken can be laid (ruling ``james_copies``), in whatever order."""
    if r.james_copies == JamesCopies.ANY_ROYAL or sort_of(first, second, third) != Sort.COURT:
        return True
    return all(
        card in (Card.JAMES, Card.JEWEL)
        or card not in (first, second, third)
        or s.court[s.active, card] < sets_of_royals(s)
        for card in Card
    )


@rule()
def is_new(s: State, sort: Sort) -> bool:
    """Whether cards laid as a set of that sort are a set of their own."""
    return not stands(s, s.active, sort) or r.second_set != SecondSet.JOINED


@rule()
def may_begin_with(s: State, sort: Sort, cards: Few) -> bool:
    """Ruling ``going_out``: whether so many cards of the hand may be laid as a set of that sort."""
    if hand_size(s, s.active) > cards or r.going_out == GoingOut.ANY_WAY:
        return True
    return r.going_out == GoingOut.NOT_NEW_SET and not is_new(s, sort) and not new_set_to_come(s)


@rule()
def new_set_to_come(s: State) -> bool:
    """Ruling ``top_laid``: cards set aside are still to be laid as a set of their own, after whatever is laid now."""
    return s.due and is_new(s, s.aside_sort)


@rule()
def may_add_one(s: State) -> bool:
    """Ruling ``going_out``: whether a card of the hand may be added, the last one too."""
    if hand_size(s, s.active) > 1 or r.going_out == GoingOut.ANY_WAY:
        return True
    return r.going_out == GoingOut.NOT_NEW_SET and not new_set_to_come(s)
