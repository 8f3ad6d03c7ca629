"""Taking the face-up pile (queen-of-scots.en: the rules, the crown jewels)."""

from __future__ import annotations

from model.queen_of_scots.able import able, bound_to_end
from model.queen_of_scots.cards import RANK, Card, Player, Sort, alike, royal
from model.queen_of_scots.sets import (
    Few,
    begin_taken_set,
    copies_allowed,
    copies_fit,
    go_together,
    has_set,
    is_new,
    is_set,
    joins,
    limited,
    put,
    put_copies,
    set_was_laid,
    sort_of,
    stays,
    taken_fit,
)
from model.queen_of_scots.table import Phase, State, acting, end_round, hand_size, pile_size
from queensbench.language import action, clause, require, rule, states
from spec.queen_of_scots.pile import (
    JewelInPile,
    JewelPartners,
    JewelsHeld,
    JewelTarget,
    RestOfPile,
    RoyalTake,
    TakeEmptiesHand,
    TopLaid,
    WildTake,
)
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import GoingOut, JewelAnySet
from spec.queen_of_scots.turns import DiscardTaken

# --------------------------------------------------------------------------------------- who may take it


@rule()
def matches_top(s: State, card: Card) -> bool:
    """Whether a card of the hand matches the topmost one (rulings ``royal_take``, ``wild_take``)."""
    if alike(card, s.top):
        return True
    if royal(card) and royal(s.top):
        return r.royal_take == RoyalTake.ROYALS_MATCH
    return card == Card.JEWEL and r.wild_take != WildTake.NONE


@rule()
def companions(s: State, first: Card, second: Card) -> bool:
    """Whether two cards, in order, give a right to the pile, and make a set with its topmost card, no crown jewel."""
    if not (matches_top(s, first) and matches_top(s, second)):
        return False
    if first == Card.JEWEL:
        return r.wild_take == WildTake.TWO or (royal(first) and royal(s.top))
    if second != Card.JEWEL and not go_together(first, second):
        return False  # they match the topmost card in two ways
    if RANK[s.top] <= RANK[first]:
        return copies_allowed(s.top, first, second)
    if RANK[s.top] <= RANK[second]:
        return copies_allowed(first, s.top, second)
    return copies_allowed(first, second, s.top)


@rule()
def pile_offered(s: State) -> bool:
    """Whether there is a face-up pile that can be taken at all (ruling ``turned_up``)."""
    return pile_size(s) > 0 and not s.untouched


@rule()
def rest_in_time() -> bool:
    """Whether the rest of the pile comes to the hand before a bare hand would end the round."""
    return r.take_empties_hand == TakeEmptiesHand.REST_FIRST


@rule()
def may_begin_by_taking(s: State, cards: Few, sort: Sort, rest: bool) -> bool:
    """By ruling ``going_out``: whether the pile may be taken with so many cards of the hand.

    ``rest``: the rest of the pile counts as cards of the hand.
    """
    held = hand_size(s, s.active) + (pile_size(s) - 1 if rest else 0)
    if r.going_out == GoingOut.ANY_WAY or held > cards:
        return True
    return r.going_out == GoingOut.NOT_NEW_SET and not is_new(s, sort)


@rule()
def barred_by_jewel(s: State, first: Card, second: Card) -> bool:
    """By ruling ``jewel_in_pile``: whether a crown jewel below the topmost card keeps these two from taking the pile.

    It must be playable with them at once, which a limit of one crown jewel prevents where one of the two is wild.
    """
    if r.jewel_in_pile == JewelInPile.TOPMOST or s.pile[Card.JEWEL] == 0:
        return False
    return not holds_jewels(s) or (second == Card.JEWEL and limited(sort_of(s.top, first, second)))


@rule("jewels.at_once")
def lay_buried(s: State, sort: Sort) -> None:
    """By ruling ``jewel_in_pile`` one crown jewel of the pile is laid with the topmost card."""
    if r.jewel_in_pile == JewelInPile.ANYWHERE and s.pile[Card.JEWEL] > 0:
        s.pile[Card.JEWEL] -= 1
        put(s, Card.JEWEL, sort)


@rule()
def take_allowed(s: State, first: Card, second: Card) -> bool:
    """Whether the pile, topped by no crown jewel, can be taken by these two cards of the hand."""
    if barred_by_jewel(s, first, second):
        return False
    rest = rest_in_time() or r.top_laid == TopLaid.WITHIN_TURN
    if not companions(s, first, second) or not taken_fit(s, s.top, first, second):
        return False
    return may_begin_by_taking(s, 2, sort_of(s.top, first, second), rest)


# ------------------------------------------------------------------------------------- a jewel on top


@rule()
def holds_jewels(s: State) -> bool:
    """Whether the player on turn holds the crown jewels that are asked for (ruling ``jewels_held``)."""
    if r.jewels_held == JewelsHeld.EXACTLY_TWO:
        return s.hand[s.active, Card.JEWEL] == 2
    return s.hand[s.active, Card.JEWEL] >= 2


@rule()
def partners_at_hand(s: State, card: Card) -> int:
    """How many copies of a card the taken jewel may be laid with (ruling ``jewel_partners``)."""
    if r.jewel_partners == JewelPartners.HAND_BEFORE or r.jewel_target == JewelTarget.WITH_JEWELS:
        return s.hand[s.active, card]
    return s.hand[s.active, card] + s.pile[card] - (1 if card == Card.JEWEL else 0)


@rule()
def partners(s: State, first: Card, second: Card) -> bool:
    """Whether the crown jewel can be laid with these, in order, as a new set (ruling ``jewel_target``)."""
    if r.jewel_target == JewelTarget.WITH_JEWELS:
        return first == Card.JEWEL and second == Card.JEWEL
    return is_set(s, first, second, Card.JEWEL)


@rule()
def take_jewel_allowed(s: State, first: Card, second: Card) -> bool:
    """Whether the pile, topped by a crown jewel, can be taken to lay the jewel with these two."""
    rest = rest_in_time() or r.jewel_partners == JewelPartners.ALSO_PILE
    if not partners(s, first, second) or not taken_fit(s, first, second, Card.JEWEL):
        return False
    return may_begin_by_taking(s, 2, sort_of(first, second, Card.JEWEL), rest)


@rule()
def take_onto_allowed(s: State, sort: Sort) -> bool:
    """Whether the pile, topped by a crown jewel, can be taken to add the jewel to a set of that sort."""
    if r.jewel_target != JewelTarget.ANY_USE or not has_set(s, s.active, sort):
        return False
    return r.going_out != GoingOut.DISCARD_ONLY or hand_size(s, s.active) + pile_size(s) > 1


@rule()
def take_giving_allowed(s: State, to: Player, sort: Sort) -> bool:
    """By ruling ``jewel_any_set``: whether the pile can be taken to add the crown jewel on top to another's set."""
    if r.jewel_any_set == JewelAnySet.OWN or to == s.active or r.jewel_target != JewelTarget.ANY_USE:
        return False
    if not has_set(s, to, sort):
        return False
    return r.going_out != GoingOut.DISCARD_ONLY or hand_size(s, s.active) + pile_size(s) > 1


@rule()
def can_take(s: State) -> bool:
    """Whether the player on turn can take the face-up pile."""
    if not pile_offered(s):
        return False
    if s.top == Card.JEWEL:
        return holds_jewels(s) and (
            any(take_onto_allowed(s, sort) for sort in Sort)
            or any(take_giving_allowed(s, p, sort) for p in Player for sort in Sort)
            or any(
                RANK[a] <= RANK[b]
                and partners_at_hand(s, a) > 0
                and partners_at_hand(s, b) > (1 if a == b else 0)
                and take_jewel_allowed(s, a, b)
                for a in Card
                for b in Card
            )
        )
    return any(
        RANK[a] <= RANK[b]
        and s.hand[s.active, a] > 0
        and s.hand[s.active, b] > (1 if a == b else 0)
        and take_allowed(s, a, b)
        for a in Card
        for b in Card
    )


# --------------------------------------------------------------------------------------------- taking it


@action("pick_up.choice", decider=acting)
def take(s: State, first: Card, second: Card) -> None:
    """The pile is taken: its topmost card is laid with two cards of the hand, and the rest comes to the hand."""
    require(s.phase == Phase.PICK_UP)
    with clause("take.hand_only", "take.from_before"):
        require(s.hand[s.active, first] > 0)
        require(RANK[first] <= RANK[second])
        require(s.hand[s.active, second] > (1 if first == second else 0))
    require(s.top != Card.JEWEL)
    require(pile_offered(s))
    with clause("take.two", "pick_up.recent"):
        require(take_allowed(s, first, second))
    bound = bound_to_end(s)
    top = s.top
    s.hand[s.active, first] -= 1
    s.hand[s.active, second] -= 1
    s.pile[top] -= 1
    if r.top_laid == TopLaid.WITHIN_TURN:
        s.due = True
        s.aside_sort = sort_of(top, first, second)
        s.aside[top] += 1
        s.aside[first] += 1
        s.aside[second] += 1
    else:
        sort = sort_of(top, first, second)
        begin_taken_set(s, sort)
        set_was_laid(s, False)
        with clause("take.lay_top", "take.lay_with"):
            put(s, top, sort)
            put(s, first, sort)
            put(s, second, sort)
        lay_buried(s, sort)
        copies_fit(s)
    go_on(s, bound)


@action("pick_up.choice", "jewels.take.whole", decider=acting)
def take_jewel(s: State, first: Card, second: Card) -> None:
    """The pile is taken: the crown jewel on top is laid with two cards as a new set."""
    require(s.phase == Phase.PICK_UP)
    require(s.top == Card.JEWEL)
    require(partners_at_hand(s, first) > 0)
    require(RANK[first] <= RANK[second])
    require(partners_at_hand(s, second) > (1 if first == second else 0))
    require(pile_offered(s))
    with clause("jewels.take"):
        require(holds_jewels(s))
        states("jewels.show")
    with clause("jewels.unplayable"):
        require(take_jewel_allowed(s, first, second))
    bound = bound_to_end(s)
    if r.jewel_partners == JewelPartners.ALSO_PILE:
        rest_to_hand(s)
        s.hand[s.active, Card.JEWEL] -= 1
    else:
        s.pile[Card.JEWEL] -= 1
    leave_hand(s, first)
    leave_hand(s, second)
    sort = sort_of(first, second, Card.JEWEL)
    begin_taken_set(s, sort)
    set_was_laid(s, False)
    put(s, first, sort)
    put(s, second, sort)
    with clause("jewels.at_once", "jewels.only_taken"):
        put(s, Card.JEWEL, sort)
    copies_fit(s)
    go_on(s, bound)


@action("pick_up.choice", "jewels.take.whole", decider=acting)
def take_jewel_onto(s: State, sort: Sort) -> None:
    """The pile is taken: the crown jewel on top is added to a set that the player has."""
    require(s.phase == Phase.PICK_UP)
    require(s.top == Card.JEWEL)
    require(pile_offered(s))
    with clause("jewels.take"):
        require(holds_jewels(s))
        states("jewels.show")
    with clause("jewels.unplayable"):
        require(take_onto_allowed(s, sort))
    bound = bound_to_end(s)
    s.pile[Card.JEWEL] -= 1
    with clause("jewels.at_once", "jewels.only_taken"):
        put(s, Card.JEWEL, sort)
    stays(s, sort)
    go_on(s, bound)


@action("pick_up.choice", "jewels.take.whole", decider=acting)
def take_jewel_giving(s: State, to: Player, sort: Sort) -> None:
    """By ruling ``jewel_any_set``: the crown jewel on top of the pile is added to another player's set."""
    require(s.phase == Phase.PICK_UP)
    require(s.top == Card.JEWEL)
    require(pile_offered(s))
    with clause("jewels.take"):
        require(holds_jewels(s))
        states("jewels.show")
    with clause("jewels.unplayable", "jewels.add"):
        require(take_giving_allowed(s, to, sort))
    bound = bound_to_end(s)
    s.pile[Card.JEWEL] -= 1
    with clause("jewels.at_once", "jewels.only_taken"):
        s.wilds[to, sort] += 1
    go_on(s, bound)


# ------------------------------------------------------------------------------- the whole hand goes along


@rule()
def may_go_along(s: State) -> bool:
    """By ruling ``take_empties_hand``: whether the last cards of the hand could be laid with the topmost one.

    That is so where they would be laid before the rest comes to the hand, and where there is a rest.
    """
    return (
        s.phase == Phase.PICK_UP
        and pile_offered(s)
        and r.take_empties_hand == TakeEmptiesHand.AT_ONCE
        and hand_size(s, s.active) > 2
        and pile_size(s) > 1
    )


@rule()
def may_leave_none(s: State, sort: Sort) -> bool:
    """By ruling ``going_out``: whether the last cards may be laid as a set of that sort."""
    return r.going_out == GoingOut.ANY_WAY or (r.going_out == GoingOut.NOT_NEW_SET and not is_new(s, sort))


@rule()
def lowest_two(s: State, first: Card, second: Card) -> bool:
    """Whether these are the two lowest cards of the hand: where all of it is laid, no other two need be named."""
    below = sum(s.hand[s.active, card] for card in Card if RANK[card] < RANK[second])
    return below == (0 if first == second else 1)


@rule()
def all_go_along(s: State, sort: Sort) -> None:
    """All cards of the hand join the set that has just been laid, and the round is over."""
    for card in Card:
        number = s.hand[s.active, card] + 0
        if number > 0:
            require(joins(s, s.active, card, sort))
            require(sort != Sort.JEWEL or card == Card.JEWEL)
            require(card != Card.JEWEL or number == 1 or not s.begun[sort])
        s.hand[s.active, card] = 0
        put_copies(s, card, number, sort)
    copies_fit(s)
    s.phase = Phase.PLAY
    with clause("end.empty", "end.with_set"):
        end_round(s)


@action("pick_up.choice", decider=acting)
def take_with_hand(s: State, first: Card, second: Card) -> None:
    """By ruling ``take_empties_hand``: the topmost card is laid with the whole hand, which is bare then."""
    require(may_go_along(s))
    require(r.top_laid == TopLaid.AT_ONCE)
    require(s.top != Card.JEWEL)
    require(s.hand[s.active, first] > 0)
    require(RANK[first] <= RANK[second])
    require(s.hand[s.active, second] > (1 if first == second else 0))
    with clause("take.two", "take.lay_with"):
        require(take_allowed(s, first, second))
        require(may_leave_none(s, sort_of(s.top, first, second)))
        require(lowest_two(s, first, second))
    top = s.top
    s.hand[s.active, first] -= 1
    s.hand[s.active, second] -= 1
    s.pile[top] -= 1
    sort = sort_of(top, first, second)
    begin_taken_set(s, sort)
    put(s, top, sort)
    put(s, first, sort)
    put(s, second, sort)
    lay_buried(s, sort)
    all_go_along(s, sort)


@action("pick_up.choice", decider=acting)
def take_jewel_with_hand(s: State, first: Card, second: Card) -> None:
    """By ruling ``take_empties_hand``: the crown jewel on top is laid with the whole hand, which is bare then."""
    require(may_go_along(s))
    require(r.jewel_partners == JewelPartners.HAND_BEFORE)
    require(s.top == Card.JEWEL)
    require(s.hand[s.active, first] > 0)
    require(RANK[first] <= RANK[second])
    require(s.hand[s.active, second] > (1 if first == second else 0))
    with clause("jewels.take"):
        require(holds_jewels(s))
    with clause("jewels.unplayable", "set.wilds"):
        require(take_jewel_allowed(s, first, second))
        require(may_leave_none(s, sort_of(first, second, Card.JEWEL)))
        require(lowest_two(s, first, second))
    s.hand[s.active, first] -= 1
    s.hand[s.active, second] -= 1
    s.pile[Card.JEWEL] -= 1
    sort = sort_of(first, second, Card.JEWEL)
    begin_taken_set(s, sort)
    put(s, first, sort)
    put(s, second, sort)
    put(s, Card.JEWEL, sort)
    all_go_along(s, sort)


@rule()
def go_on(s: State, bound: bool) -> None:
    """The rest of the pile comes to the hand, unless a bare hand has ended the round (``take_empties_hand``)."""
    s.phase = Phase.PLAY
    if hand_size(s, s.active) == 0 and not s.due and r.take_empties_hand == TakeEmptiesHand.AT_ONCE:
        with clause("end.empty", "end.with_set"):
            end_round(s)
            return
    with clause("take.rest", "pick_up.whole"):
        rest_to_hand(s)
    # Whatever can be placed is laid from the hand, in this very turn.
    states("take.rest.placed", "take.rest.how")
    if hand_size(s, s.active) == 0 and not s.due:
        with clause("end.empty", "end.with_set"):
            end_round(s)
            return
    require(not bound or able(s))


@rule()
def remembered() -> bool:
    """Whether it matters which cards came with the pile."""
    return r.discard_taken != DiscardTaken.ANY_CARD or r.rest_of_pile == RestOfPile.OBLIGATORY


@rule()
def rest_to_hand(s: State) -> None:
    """What is left of the pile comes to the hand."""
    if r.rest_of_pile == RestOfPile.OBLIGATORY and r.discard_taken == DiscardTaken.NOT_PICKED_UP:
        s.taken = True
    for card in Card:
        s.hand[s.active, card] += s.pile[card]
        if remembered():
            s.picked[card] += s.pile[card]
        s.pile[card] = 0
    s.top = Card.COOK


@rule()
def leave_hand(s: State, card: Card) -> None:
    """A card leaves the hand; where it has copies there, one that was picked up this turn goes first."""
    s.hand[s.active, card] -= 1
    if s.picked[card] > 0:
        s.picked[card] -= 1
