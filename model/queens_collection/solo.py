"""The solo game of The Queen's Collection (booklet 1: solo): fewer pawns, three actions, no trades."""

from __future__ import annotations

from model.queens_collection.cards import RANK, Colour, easier, left_of, n, pile_size, spaces
from model.queens_collection.deal import begin_deal, opened, prepared, start_play
from model.queens_collection.exchange import (
    draw_back,
    next_turn,
    pair_serves,
    refill_exchange,
    renew,
    several_fresh,
)
from model.queens_collection.possible import can_act
from model.queens_collection.scoring import Points, all_home, points
from model.queens_collection.sorting import Phase, Shown, Sorting, harder_together, playing
from queensbench.language import action, automatic, chance, clause, over, require, rule, score, silent, states
from spec.queens_collection.preparation import BeginnerSetupPawns, SoloBeginnerHarder, SoloRemoved
from spec.queens_collection.rulings import r
from spec.queens_collection.together import SoloCount, SoloEnd


class Alone(Sorting):
    """The solo table; its one player is the first."""


@rule("solo.levels", replaces=harder_together)
def harder_alone(s: Alone) -> bool:
    """By ruling ``solo_beginner_harder`` not on the beginners' side."""
    states("solo.levels.normal")
    return not easier(s) or r.solo_beginner_harder == SoloBeginnerHarder.ALLOWED


# ------------------------------------------------------------------------------------------- the set-up


@rule(replaces=prepared)
def prepared_alone(s: Alone) -> None:
    """Some pawns are put away before the deal."""
    states("mode.solo", "solo.setup")
    if n.put_away == 0:
        begin_deal(s)
    else:
        s.phase = Phase.PUT_AWAY


@rule()
def is_away(s: Alone, c: Colour) -> bool:
    """A pawn of the colour was put away, beside those that the beginners' side leaves out by ruling."""
    if easier(s) and r.beginner_setup_pawns == BeginnerSetupPawns.AS_SPACES:
        return s.out[c] > n.pawns - spaces(s)
    return s.out[c] > 0


@rule()
def colours_away(s: Alone) -> int:
    """The number of colours of which a pawn was put away."""
    return sum(is_away(s, c) for c in Colour)


@rule("solo.setup.remove")
def put_away(s: Alone, c: Colour) -> None:
    """A pawn leaves the game; after the last the deal begins."""
    s.supply[c] -= 1
    s.out[c] += 1
    states("solo.setup.remove.unused")
    if colours_away(s) == n.put_away:
        begin_deal(s)


@action()
def choose_away(s: Alone, c: Colour) -> None:
    """The player chooses colours (which have no order: the first in the list first)."""
    require(s.phase == Phase.PUT_AWAY)
    require(r.solo_removed == SoloRemoved.CHOSEN)
    require(not any(is_away(s, d) for d in Colour if RANK[d] >= RANK[c]))
    require(RANK[c] + n.put_away - colours_away(s) <= len(Colour) + 1)
    put_away(s, c)


@chance()
def lose_away(s: Alone, c: Colour) -> None:
    """By ruling ``solo_removed`` chance decides."""
    require(s.phase == Phase.PUT_AWAY)
    require(r.solo_removed == SoloRemoved.AT_RANDOM)
    require(not is_away(s, c))
    put_away(s, c)


@rule("solo.cards", replaces=opened)
def opened_alone(s: Alone) -> None:
    """The player's cards lie open, and the first turn begins."""
    states("solo.cards.open", "piles.closed")
    start_play(s)


# ------------------------------------------------------------------------------------------------ turns


@rule("solo.no_pair", replaces=pair_serves)
def no_pair(s: Alone) -> bool:
    """Two cards of a colour are no wild."""
    return False


@rule("solo.exchange.refill", replaces=refill_exchange)
def refill_alone(s: Alone, count: Shown) -> None:
    """As many as can be are drawn."""
    states("exchange.refill.open")
    draw_back(s, count)


@rule(replaces=several_fresh)
def several_fresh_alone(s: Alone) -> bool:
    """Whether more than one card may be thrown off: up to three, or by ruling ``solo_count`` one."""
    return r.solo_count == SoloCount.UP_TO_THREE


@rule("solo.draw", "solo.draw.same_number", replaces=renew)
def renew_alone(s: Alone, count: Shown) -> None:
    """The fresh cards are drawn."""
    states("solo.draw.open")
    draw_back(s, count)


@rule("solo.turn", replaces=next_turn)
def next_turn_alone(s: Alone) -> None:
    """The player's own next turn."""
    states("solo.actions")
    s.active = left_of(s.active)


@action("solo.end")
def stop(s: Alone) -> None:
    """By ruling ``solo_end`` the player may go on without a pile, and stops at will."""
    require(s.phase == Phase.ACT)
    require(r.solo_end == SoloEnd.HAND_PLAYED)
    require(pile_size(s) == 0)
    s.passed[s.active] = True


@automatic()
def nobody_knows_alone(s: Alone) -> None:
    """The text says nothing of a player who must act and cannot."""
    require(s.phase == Phase.ACT)
    require(pile_size(s) > 0)
    require(not all_home(s))
    require(not can_act(s, s.active))
    silent("what a player does who can carry out no action while there is a pile", "solo.turn")


# ------------------------------------------------------------------------------------------ end and score


@over()
def solo_over(s: Alone) -> bool:
    """All pawns at home; or the pile is empty and, by ruling ``solo_end``, the cards at hand are played."""
    if not playing(s):
        return False
    if all_home(s):
        with clause("solo.end.all_home"):
            return True
    if s.phase != Phase.ACT or pile_size(s) > 0:
        return False
    with clause("solo.end"):
        return r.solo_end == SoloEnd.PILE_EMPTY or s.passed[s.active] or not can_act(s, s.active)


@score("solo.score")
def solo_score(s: Alone) -> Points:
    """The player's points."""
    return points(s)
