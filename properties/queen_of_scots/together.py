"""What follows where several rulings of Queen of Scots are read otherwise together, as far as a step shows it.

A rule that asks for two readings at once shows in no game under one of them alone.
"""

from __future__ import annotations

from model.queen_of_scots.able import able, may_discard
from model.queen_of_scots.cards import IS_ROYAL, RANK, SORT, Card, Player, Sort
from model.queen_of_scots.sets import has_any_set, has_begun, has_set, joins, may_add_one, stands
from model.queen_of_scots.table import Phase, State
from model.queen_of_scots.take import can_take, may_leave_none, take_allowed
from properties.queen_of_scots.claims import playing
from properties.queen_of_scots.steps import heap, held, lying, of_the_pile, round_over, undrawn
from queensbench.language import holds, rule, step
from spec.queen_of_scots.dealing import JamesCopies, JewelsRoyal, NewRound, SameCard
from spec.queen_of_scots.pile import (
    JewelInPile,
    RestOfPile,
    RestWithWilds,
    RoyalTake,
    SecondSet,
    TakeEmptiesHand,
    TopLaid,
    WildTake,
)
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import RoundEnd, WinWhen
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
from spec.queen_of_scots.turns import (
    DeckEmpty,
    DiscardJewel,
    DiscardTaken,
    ForcedTake,
    LaidThisTurn,
    NoDiscard,
)

FULL = ("full",)

# ------------------------------------------------------------------------------------------------- words


@rule()
def in_turn(phase: Phase) -> bool:
    """Whether a player may pick up in that phase, or lay cards."""
    return phase in (Phase.PICK_UP, Phase.PLAY, Phase.AFTER)


@rule()
def new_set(s: State, sort: Sort) -> bool:
    """Whether cards that are laid as a set of that sort are one of their own (ruling ``second_set``)."""
    return r.second_set != SecondSet.JOINED or not stands(s, s.active, sort)


# ------------------------------------------------------------------------------------------- taking back


@step(
    "together.only_the_winner_stays",
    holds(
        "By ruling `laid_this_turn` the set that won the pile stays, with all its jewels; any other can be undone."
    ),
    clauses=("table.no_change", "take.lay_top", "jewels.wild"),
    instances=FULL,
)
def only_what_won_the_pile_stays(s: State, was: State, sort: Sort) -> bool:
    """Asked where sets before a player are told apart by their figure, and cards laid as a set join one."""
    if r.laid_this_turn == LaidThisTurn.FIXED_AT_ONCE or r.same_card == SameCard.WORTH:
        return True
    if was.phase != Phase.PICK_UP or heap(s) >= heap(was) or undrawn(s) > undrawn(was):
        return True
    if s.due or s.phase != Phase.PLAY:
        return True
    p = was.active
    if (
        s.wilds[p, sort] == was.wilds[p, sort]
        and all(SORT[card] != sort or s.laid[p, card] == was.laid[p, card] for card in Card)
        and (sort != Sort.COURT or all(s.court[p, card] == was.court[p, card] for card in Card))
    ):
        return (
            s.fresh_wilds[sort] == was.fresh_wilds[sort]
            and s.turned[sort] == was.turned[sort]
            and all(SORT[card] != sort or s.fresh_laid[card] == was.fresh_laid[card] for card in Card)
        )
    if r.second_set != SecondSet.JOINED:
        return True
    if sort == Sort.COURT and not (s.fresh_courts == 0 and all(s.fresh_court[card] == 0 for card in Card)):
        return False
    return (
        s.fresh_wilds[sort] == 0
        and s.turned[sort] == 0
        and all(SORT[card] != sort or s.fresh_laid[card] == 0 for card in Card)
    )


@rule()
def opening_can_be_undone() -> bool:
    """Whether it is remembered who has laid a set in this round, and whether that can be taken back."""
    return (
        r.initial_set == InitialSet.FIRST_OF_PLAYER
        and r.new_round == NewRound.SETS_STAY
        and r.laid_this_turn == LaidThisTurn.UNTIL_DISCARD
    )


@step(
    "together.opened_by_taking",
    holds("By rulings `initial_set` and `new_round` a set that won the pile is a first set that stays."),
    clauses=("set.initial", "take.lay_top", "table.no_change"),
    instances=FULL,
)
def what_won_the_pile_opens(s: State, was: State) -> bool:
    """A jewel that joins a set opens nothing; what is set aside opens when it is laid."""
    if not opening_can_be_undone() or not playing(was) or not playing(s) or s.active != was.active:
        return True
    p = was.active
    if was.phase == Phase.PICK_UP and heap(s) < heap(was) and undrawn(s) <= undrawn(was):
        more = sum(lying(s, p, card) - lying(was, p, card) for card in Card)
        if s.due or more < 3:
            return s.opened[p] == was.opened[p] and s.fresh_opened == was.fresh_opened
        return s.opened[p] and not s.fresh_opened
    return not was.due or s.due or (s.opened[p] and not s.fresh_opened)


@step(
    "together.opened_from_hand",
    holds("By rulings `initial_set` and `new_round` a first set of the round opens, until it is taken back."),
    clauses=("set.initial", "table.no_change"),
    instances=FULL,
)
def what_comes_back_has_not_opened(s: State, was: State) -> bool:
    if not opening_can_be_undone() or not in_turn(was.phase) or was.due != s.due:
        return True
    if s.phase != was.phase or s.active != was.active or heap(s) != heap(was):
        return True
    p = was.active
    if held(s, p) > held(was, p):
        return not s.fresh_opened and s.opened[p] == (was.opened[p] and not was.fresh_opened)
    if held(s, p) >= held(was, p) - 1:
        return s.opened[p] == was.opened[p] and s.fresh_opened == was.fresh_opened
    return s.opened[p] and s.fresh_opened == (was.fresh_opened or not was.opened[p])


# ------------------------------------------------------------------------------------------ sets of jewels


@step(
    "together.jewels_begin_a_set",
    holds(
        "By rulings `jewel_set` and `royal_wilds` jewels that become another set have begun one in the turn."
    ),
    clauses=("royal.wild", "add.matching"),
    instances=FULL,
)
def jewels_begin_another_set(s: State, was: State, sort: Sort) -> bool:
    p = was.active
    if r.jewel_set != JewelSet.FIRST_CARD or not in_turn(was.phase) or held(s, p) != held(was, p) - 1:
        return True
    if s.phase != was.phase or s.active != p or heap(s) != heap(was):
        return True
    if sort == Sort.JEWEL or was.wilds[p, Sort.JEWEL] == 0 or s.wilds[p, Sort.JEWEL] > 0:
        return True
    if stands(was, p, sort) or s.wilds[p, sort] == 0:
        return True
    return s.begun[sort] == (
        r.royal_wilds == RoyalWilds.ONE
        or (r.royal_wilds == RoyalWilds.ONE_WITH_ROYALS and sort == Sort.COURT)
    )


# ------------------------------------------------------------------------------------------- going out


@step(
    "together.taking_ends_no_round",
    holds(
        "By rulings `going_out` and `second_set` no round ends by a set that takes the pile: it is a new one."
    ),
    clauses=("end.empty", "end.with_set", "take.lay_top"),
    instances=FULL,
)
def taking_ends_no_round(s: State, was: State) -> bool:
    """Asked where neither who could empty the hand nor who has won the race ends the round."""
    if r.win_when == WinWhen.AT_ONCE:
        return True
    if r.going_out == GoingOut.ANY_WAY or r.round_end == RoundEnd.WHEN_ABLE:
        return True
    if r.going_out == GoingOut.NOT_NEW_SET and r.second_set == SecondSet.JOINED:
        return True
    return (
        was.phase != Phase.PICK_UP or heap(s) >= heap(was) or undrawn(s) > undrawn(was) or not round_over(s)
    )


@step(
    "together.new_set_comes_last",
    holds(
        "By rulings `going_out` and `top_laid` the hand is not emptied while a new set is still to be laid."
    ),
    clauses=("end.empty", "end.with_set", "take.lay_top"),
    instances=FULL,
)
def new_set_is_not_the_last(s: State, was: State) -> bool:
    p = was.active
    if r.going_out == GoingOut.ANY_WAY or not was.due or not s.due or s.active != p:
        return True
    if held(s, p) > 0 or held(was, p) == 0:
        return True
    return (
        r.going_out == GoingOut.NOT_NEW_SET
        and r.second_set == SecondSet.JOINED
        and stands(was, p, was.aside_sort)
    )


# -------------------------------------------------------------------------------------- the face-down pile


@step(
    "together.empty_pile_ends_the_round",
    holds("By rulings `forced_take` and `deck_empty` whoever chooses the empty pile ends the round."),
    clauses=("pick_up.choice", "turn.pick_up"),
    instances=FULL,
)
def nobody_plays_without_picking_up(s: State, was: State) -> bool:
    if r.deck_empty != DeckEmpty.ROUND_OVER or r.forced_take == ForcedTake.MAY or undrawn(was) > 0:
        return True
    return (
        was.phase != Phase.PICK_UP or s.phase != Phase.PLAY or heap(s) < heap(was) or s.active != was.active
    )


# --------------------------------------------------------------------------------------------- the discard


@step(
    "together.bar_is_lifted_last",
    holds(
        "By rulings `discard_jewel` and `no_discard` a jewel is discarded only where no other card may be."
    ),
    clauses=("turn.discard", "jewels.take"),
    instances=FULL,
)
def bar_is_lifted_last(s: State, was: State, card: Card) -> bool:
    if r.discard_jewel != DiscardJewel.BARRED or r.no_discard != NoDiscard.BAR_LIFTED:
        return True
    if was.phase != Phase.PLAY or heap(s) != heap(was) + 1 or not playing(s):
        return True
    if s.top != Card.JEWEL or card == Card.JEWEL:
        return True
    barred = r.discard_taken != DiscardTaken.ANY_CARD and was.hand[was.active, card] <= was.picked[card]
    return was.hand[was.active, card] == 0 or barred


@step(
    "together.rest_is_placed",
    holds(
        "By ruling `rest_of_pile` no turn ends while a card of the pile could still be laid, by whatever is a set."
    ),
    clauses=("take.rest.placed", "take.rest", "turn.discard"),
    instances=FULL,
)
def rest_that_is_a_set_is_placed(s: State, was: State, card: Card) -> bool:
    """Asked of copies in hand: three, two by ruling ``set_size``, and two beside a jewel of the pile."""
    if r.rest_of_pile != RestOfPile.OBLIGATORY or IS_ROYAL[card]:
        return True
    p = was.active
    if was.phase != Phase.PLAY or not playing(s) or (heap(s) != heap(was) + 1 and s.active == p):
        return True
    if r.going_out != GoingOut.ANY_WAY and held(was, p) <= 3:
        return True
    if card == Card.JEWEL or was.hand[p, card] == 0:
        return True
    if of_the_pile(was, card):
        return was.hand[p, card] < (2 if r.set_size == SetSize.TWO else 3)
    if r.rest_with_wilds == RestWithWilds.MATCHING_ONLY:
        return True
    return not of_the_pile(was, Card.JEWEL) or was.hand[p, Card.JEWEL] == 0 or was.hand[p, card] < 2


# ------------------------------------------------------------------------------------------ taking the pile


@step(
    "together.copies_set_aside_fit",
    holds("By rulings `james_copies` and `top_laid` royals are set aside only where they can be laid."),
    clauses=("royal.james", "royal.together", "take.lay_top"),
    instances=FULL,
)
def royals_set_aside_fit(s: State, was: State, card: Card) -> bool:
    if r.james_copies != JamesCopies.JAMES_ALONE or r.top_laid != TopLaid.WITHIN_TURN or not s.due:
        return True
    if s.aside_sort != Sort.COURT or card in (Card.JAMES, Card.JEWEL):
        return True
    p = s.active
    return s.court[p, card] + s.aside[card] <= s.courts[p] + (1 if new_set(s, Sort.COURT) else 0)


@step(
    "together.pile_with_a_jewel",
    holds(
        "By ruling `jewel_in_pile` two cards that match take a pile with a jewel below, if two jewels are in hand."
    ),
    clauses=("take.two", "jewels.take", "jewels.at_once"),
    instances=FULL,
)
def pile_with_a_jewel_is_taken(s: State, was: State) -> bool:
    """Asked of two natural cards, and of hands that are not emptied by them."""
    p = s.active
    if r.jewel_in_pile != JewelInPile.ANYWHERE or s.phase != Phase.PICK_UP or s.top == Card.JEWEL:
        return True
    if s.pile[Card.JEWEL] == 0 or s.hand[p, Card.JEWEL] != 2 or s.untouched:
        return True
    others = sum(
        s.hand[p, card]
        for card in Card
        if card == s.top or (IS_ROYAL[card] and IS_ROYAL[s.top] and r.royal_take == RoyalTake.ROYALS_MATCH)
    )
    if IS_ROYAL[s.top] and (
        r.james_copies == JamesCopies.JAMES_ALONE or r.royal_growth == RoyalGrowth.COPIES_ONLY
    ):
        return True
    return others < 2 or held(s, p) <= 3 or can_take(s)


# ------------------------------------------------------------------------------- whether a hand can be emptied


@rule()
def naturals(s: State) -> int:
    """How many cards other than crown jewels the player on turn has in hand."""
    return sum(s.hand[s.active, card] for card in Card if card != Card.JEWEL)


@step(
    "together.jewels_find_a_place",
    holds("Who holds crown jewels and one card to discard can empty the hand where a set takes any number."),
    clauses=("end.empty", "jewels.add", "add.wild"),
    instances=FULL,
)
def jewels_find_a_place(s: State, was: State) -> bool:
    """Whether the judgement says so, of a set that lies there and was not begun in this turn."""
    p = s.active
    if s.phase != Phase.PLAY or s.due or naturals(s) != 1 or s.hand[p, Card.JEWEL] == 0:
        return True
    if not any(has_set(s, p, sort) and not has_begun(s, sort) for sort in Sort):
        return True
    if any(s.hand[p, card] > 0 and card != Card.JEWEL and not may_discard(s, card) for card in Card):
        return True
    return able(s)


@step(
    "together.jewels_find_no_place",
    holds("Who holds crown jewels and one other card cannot empty the hand where no set lies at all."),
    clauses=("end.empty", "set.initial", "jewels.wild"),
    instances=FULL,
)
def jewels_find_no_place(s: State, was: State) -> bool:
    """Asked where each set needs two natural cards, and crown jewels are none of them."""
    p = s.active
    if r.initial_set != InitialSet.EACH or r.jewels_royal == JewelsRoyal.ROYAL:
        return True
    if r.three_jewels == ThreeJewels.SET and s.hand[p, Card.JEWEL] >= 3:
        return True
    if s.phase != Phase.PLAY or s.due or naturals(s) != 1 or s.hand[p, Card.JEWEL] == 0:
        return True
    if has_any_set(s, p) or (
        r.jewel_any_set == JewelAnySet.ANYBODYS and any(has_any_set(s, q) for q in Player)
    ):
        return True
    return not able(s)


@step(
    "together.copy_joins_no_royals",
    holds(
        "By ruling `james_copies` a royal joins royals only as long as one of their sets has no copy of it."
    ),
    clauses=("royal.james", "royal.together", "add.matching"),
    instances=FULL,
)
def second_copy_joins_no_royals(s: State, was: State, card: Card) -> bool:
    if r.james_copies != JamesCopies.JAMES_ALONE or not IS_ROYAL[card] or card == Card.JAMES:
        return True
    if not in_turn(s.phase) or not has_set(s, s.active, Sort.COURT):
        return True
    return s.court[s.active, card] < s.courts[s.active] or not joins(s, s.active, card, Sort.COURT)


# ------------------------------------------------------------------------ what the rules ask, held against a count


@step(
    "together.royals_that_take_fit",
    holds(
        "By ruling `james_copies` royals take the pile only where each of them finds a set without a copy of it."
    ),
    clauses=("royal.james", "take.two", "royal.together"),
    instances=FULL,
)
def royals_that_take_fit(s: State, was: State, a: Card, b: Card) -> bool:
    """Asked of royals that differ."""
    if r.james_copies != JamesCopies.JAMES_ALONE or s.phase != Phase.PICK_UP or s.top == Card.JEWEL:
        return True
    if (
        not (IS_ROYAL[s.top] and IS_ROYAL[a] and IS_ROYAL[b])
        or RANK[a] > RANK[b]
        or (a == s.top and b == s.top)
    ):
        return True
    if s.hand[s.active, a] == 0 or s.hand[s.active, b] <= (1 if a == b else 0) or not take_allowed(s, a, b):
        return True
    room = s.courts[s.active] + (1 if new_set(s, Sort.COURT) else 0)
    return all(
        card not in (s.top, a, b) or card == Card.JAMES or s.court[s.active, card] < room for card in Card
    )


@step(
    "together.jewel_below_a_wild_one",
    holds(
        "By rulings `jewel_in_pile` and `royal_wilds` a jewel that takes the pile leaves no room for one below."
    ),
    clauses=("jewels.at_once", "take.two", "royal.wild"),
    instances=FULL,
)
def jewel_leaves_no_room(s: State, was: State) -> bool:
    """Asked of the topmost card's own copy in hand and a crown jewel, in a hand of more than three cards."""
    p = s.active
    if r.jewel_in_pile != JewelInPile.ANYWHERE or s.phase != Phase.PICK_UP or s.top == Card.JEWEL:
        return True
    if s.pile[Card.JEWEL] == 0 or s.hand[p, s.top] == 0 or s.hand[p, Card.JEWEL] != 2 or held(s, p) <= 3:
        return True
    if r.wild_take == WildTake.NONE or r.jewels_royal == JewelsRoyal.ROYAL or IS_ROYAL[s.top]:
        return True
    return take_allowed(s, s.top, Card.JEWEL) == (r.royal_wilds != RoyalWilds.ONE)


@step(
    "together.jewel_below_royals",
    holds(
        "By rulings `jewel_in_pile` and `royal_wilds` a jewel that takes royals leaves no room for one below."
    ),
    clauses=("jewels.at_once", "take.two", "royal.wild"),
    instances=FULL,
)
def jewel_leaves_royals_no_room(s: State, was: State, card: Card) -> bool:
    """Asked of another royal than the topmost one, and a crown jewel."""
    p = s.active
    if r.jewel_in_pile != JewelInPile.ANYWHERE or s.phase != Phase.PICK_UP or s.pile[Card.JEWEL] == 0:
        return True
    if not IS_ROYAL[s.top] or not IS_ROYAL[card] or card == s.top or s.hand[p, card] == 0:
        return True
    if r.royal_wilds == RoyalWilds.ANY_NUMBER or s.hand[p, Card.JEWEL] == 0:
        return True
    return not take_allowed(s, card, Card.JEWEL)


@step(
    "together.last_card_leaves_no_new_set",
    holds(
        "By rulings `going_out` and `top_laid` the last card is not added while a new set is still to be laid."
    ),
    clauses=("end.empty", "end.with_set", "play.add"),
    instances=FULL,
)
def last_card_is_not_added(s: State, was: State) -> bool:
    """Whether it may be, held against what lies aside and before the player."""
    p = s.active
    if r.going_out != GoingOut.NOT_NEW_SET or not in_turn(s.phase) or held(s, p) != 1:
        return True
    return may_add_one(s) != (s.due and new_set(s, s.aside_sort))


@step(
    "together.whole_hand_is_no_new_set",
    holds(
        "By rulings `going_out` and `take_empties_hand` the whole hand goes along with a set that lies there."
    ),
    clauses=("end.empty", "end.with_set", "take.lay_with"),
    instances=FULL,
)
def whole_hand_is_no_new_set(s: State, was: State, sort: Sort) -> bool:
    if not in_turn(s.phase) or r.take_empties_hand != TakeEmptiesHand.AT_ONCE:
        return True
    if r.going_out == GoingOut.NOT_NEW_SET:
        return may_leave_none(s, sort) != new_set(s, sort)
    return may_leave_none(s, sort) == (r.going_out == GoingOut.ANY_WAY)
