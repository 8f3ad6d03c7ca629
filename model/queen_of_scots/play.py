"""Laying, adding, discarding, going out (queen-of-scots.en: the rules, special considerations)."""

from __future__ import annotations

from model.queen_of_scots.able import able, all_barred, bound_to_end, may_discard, must_place
from model.queen_of_scots.cards import RANK, Card, Player, Sort
from model.queen_of_scots.sets import (
    begin_fresh_set,
    begin_taken_set,
    can_be_undone,
    copies_fit,
    has_set,
    is_pair_set,
    is_set,
    joins,
    may_add_one,
    may_begin_with,
    put,
    set_was_laid,
    sort_of,
)
from model.queen_of_scots.table import Phase, State, acting, end_round, hand_size, may_lay
from model.queen_of_scots.take import leave_hand
from model.queen_of_scots.turn import end_turn
from queensbench.language import action, automatic, clause, require, rule, states
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import RoundEnd
from spec.queen_of_scots.sets import JewelAnySet
from spec.queen_of_scots.turns import AfterDiscard, DiscardDuty, LaidThisTurn, NoDiscard

# --------------------------------------------------------------------------------------- laying and adding


@action("play.choice", "play.sets", decider=acting)
def lay(s: State, first: Card, second: Card, third: Card) -> None:
    """Three cards of the hand are laid as a set."""
    require(may_lay(s))
    require(s.hand[s.active, first] > 0)
    require(RANK[first] <= RANK[second])
    require(s.hand[s.active, second] > (1 if first == second else 0))
    require(RANK[second] <= RANK[third])
    require(s.hand[s.active, third] > (1 if second == third else 0) + (1 if first == third else 0))
    with clause("set.three", "set.initial", "set.no_mixing"):
        require(is_set(s, first, second, third))
    sort = sort_of(first, second, third)
    require(may_begin_with(s, sort, 3))
    bound = bound_to_end(s)
    begin_fresh_set(s, sort)
    set_was_laid(s, True)
    lay_card(s, first, sort)
    lay_card(s, second, sort)
    lay_card(s, third, sort)
    copies_fit(s)
    laid(s, bound)


@action(decider=acting)
def lay_two(s: State, first: Card, second: Card) -> None:
    """Ruling ``set_size``: two cards of the hand are laid as a set."""
    require(may_lay(s))
    require(s.hand[s.active, first] > 0)
    require(RANK[first] <= RANK[second])
    require(s.hand[s.active, second] > (1 if first == second else 0))
    require(is_pair_set(first, second))
    sort = sort_of(first, second, second)
    require(may_begin_with(s, sort, 2))
    bound = bound_to_end(s)
    begin_fresh_set(s, sort)
    set_was_laid(s, True)
    lay_card(s, first, sort)
    lay_card(s, second, sort)
    copies_fit(s)
    laid(s, bound)


@action("play.add", "add.any", "table.add_still", decider=acting)
def add(s: State, card: Card, sort: Sort) -> None:
    """A card of the hand is added to a set that the player has."""
    with clause("add.turn"):
        require(may_lay(s))
    require(s.hand[s.active, card] > 0)
    with clause("add.own"):
        require(joins(s, s.active, card, sort))
    require(may_add_one(s))
    bound = bound_to_end(s)
    if card == Card.JEWEL:
        with clause("add.wild", "jewels.add", "set.wilds"):
            lay_card(s, card, sort)
    elif sort == Sort.JEWEL:
        new_sort = sort_of(card, Card.JEWEL, Card.JEWEL)
        turn_into(s, new_sort)
        lay_card(s, card, new_sort)
    else:
        with clause("add.matching"):
            lay_card(s, card, sort)
    copies_fit(s)
    laid(s, bound)


@rule()
def turn_into(s: State, sort: Sort) -> None:
    """By ruling ``jewel_set`` a set of crown jewels becomes one of that sort."""
    begin_fresh_set(s, sort)
    if r.laid_this_turn == LaidThisTurn.UNTIL_DISCARD:
        s.turned[sort] += s.wilds[s.active, Sort.JEWEL] - s.fresh_wilds[Sort.JEWEL]
    s.wilds[s.active, sort] += s.wilds[s.active, Sort.JEWEL]
    s.wilds[s.active, Sort.JEWEL] = 0
    s.fresh_wilds[sort] += s.fresh_wilds[Sort.JEWEL]
    s.fresh_wilds[Sort.JEWEL] = 0


@action(decider=acting)
def give(s: State, to: Player, sort: Sort) -> None:
    """By ruling ``jewel_any_set`` a crown jewel is added to another player's set, where it stays."""
    require(r.jewel_any_set == JewelAnySet.ANYBODYS)
    require(may_lay(s))
    require(s.hand[s.active, Card.JEWEL] > 0)
    require(to != s.active)
    require(has_set(s, to, sort))
    require(may_add_one(s))
    bound = bound_to_end(s)
    leave_hand(s, Card.JEWEL)
    s.wilds[to, sort] += 1
    laid(s, bound)


@action(decider=acting)
def lay_top(s: State) -> None:
    """Ruling ``top_laid``: the topmost card of the taken pile is laid with its companions."""
    require(s.phase == Phase.PLAY)
    require(s.due)
    sort = s.aside_sort
    begin_taken_set(s, sort)
    set_was_laid(s, False)
    for card in Card:
        if card == Card.JEWEL:
            s.wilds[s.active, sort] += s.aside[card]
        elif sort == Sort.COURT:
            s.court[s.active, card] += s.aside[card]
        else:
            s.laid[s.active, card] += s.aside[card]
        s.aside[card] = 0
    copies_fit(s)
    s.due = False
    s.aside_sort = Sort.COOK
    laid(s, False)


@rule()
def lay_card(s: State, card: Card, sort: Sort) -> None:
    """A card goes from the hand into a set."""
    states("table.no_reuse", "table.no_change")
    leave_hand(s, card)
    put(s, card, sort)
    can_be_undone(s, card, sort)


@rule()
def laid(s: State, bound: bool) -> None:
    """After cards were laid: an empty hand ends the round; a ``bound`` player must still be able to empty it."""
    if hand_size(s, s.active) == 0 and not s.due:
        with clause("end.empty", "end.with_set"):
            end_round(s)
            return
    require(not bound or able(s))


@action(decider=acting)
def take_back(s: State) -> None:
    """By ruling ``laid_this_turn`` cards laid this turn go back to the hand, to be laid in another way.

    What was laid to take the pile stays, because it gave the right to the pile: its topmost card and that card's
    companions, and the set to which they or a crown jewel were added.
    """
    require(r.laid_this_turn == LaidThisTurn.UNTIL_DISCARD)
    require(s.phase in (Phase.PICK_UP, Phase.PLAY))
    fresh = sum(s.fresh_laid[card] + s.fresh_court[card] for card in Card) + sum(
        s.fresh_wilds[sort] for sort in Sort
    )
    require(fresh > 0)
    for card in Card:
        s.hand[s.active, card] += s.fresh_laid[card] + s.fresh_court[card]
        s.laid[s.active, card] -= s.fresh_laid[card]
        s.court[s.active, card] -= s.fresh_court[card]
        s.fresh_laid[card] = 0
        s.fresh_court[card] = 0
    for sort in Sort:
        s.hand[s.active, Card.JEWEL] += s.fresh_wilds[sort]
        s.wilds[s.active, sort] -= s.fresh_wilds[sort] + s.turned[sort]
        s.wilds[s.active, Sort.JEWEL] += s.turned[sort]
        s.fresh_wilds[sort] = 0
        s.turned[sort] = 0
        s.begun[sort] = False
    s.courts[s.active] -= s.fresh_courts
    s.fresh_courts = 0
    if s.fresh_opened:
        s.fresh_opened = False
        s.opened[s.active] = False


# ------------------------------------------------------------------------------- the discard, going out


@action("turn.discard", "discard.face_up", decider=acting)
def discard(s: State, card: Card) -> None:
    """A card of the hand is discarded; the last one ends the round."""
    require(s.phase == Phase.PLAY)
    require(s.hand[s.active, card] > 0)
    require(not s.due)
    require(may_discard(s, card))
    require(not must_place(s))
    bound = bound_to_end(s)
    leave_hand(s, card)
    states("play.keep")
    s.pile[card] += 1
    s.top = card
    s.untouched = False
    if hand_size(s, s.active) == 0:
        with clause("end.empty", "end.with_discard"):
            end_round(s)
    elif r.after_discard == AfterDiscard.MAY_LAY:
        s.phase = Phase.AFTER
        require(not bound or able(s))
    else:
        require(not bound)
        end_turn(s)


@action(decider=acting)
def keep_all(s: State) -> None:
    """No card is discarded (rulings ``discard_duty``, ``no_discard``)."""
    require(s.phase == Phase.PLAY)
    require(not s.due)
    require(r.discard_duty == DiscardDuty.MAY or (r.no_discard == NoDiscard.LEFT_OUT and all_barred(s)))
    require(not must_place(s))
    require(not bound_to_end(s))
    end_turn(s)


@action(decider=acting)
def done(s: State) -> None:
    """Ruling ``after_discard``: nothing more is laid after the discard."""
    require(s.phase == Phase.AFTER)
    require(not bound_to_end(s))
    end_turn(s)


@automatic()
def able_to_go_out(s: State) -> None:
    """Ruling ``round_end``: the round is over as soon as the player on turn could empty the hand.

    Cards set aside have not been laid: they count as cards in hand.
    """
    require(r.round_end == RoundEnd.WHEN_ABLE)
    require(may_lay(s))
    require(able(s))
    if s.due:
        for card in Card:
            s.hand[s.active, card] += s.aside[card]
    end_round(s)
