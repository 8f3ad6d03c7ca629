"""What a player may do in a turn of Queen of Scots, and what gives no right; written before the first run."""

from __future__ import annotations

from model.queen_of_scots.cards import Card, Player, n
from model.queen_of_scots.scoring import reached
from model.queen_of_scots.sets import has_any_set
from model.queen_of_scots.table import Phase, State, hand_size, next_player, pile_size
from model.queen_of_scots.take import can_take, matches_top
from properties.queen_of_scots.claims import ROUNDS, UNPROVED
from queensbench.language import always, holds, reachable
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import CrossTie, HighestScore, NetScore, OtherEnd, SameTurn

FIGURES = ("people", "trio")
"""Small boxes with more than three copies of a card that is no jewel."""
LARGE = ("two",)
"""A box whose hands are large enough to hold more than a set."""


@reachable(
    "play.kept",
    holds("Who could lay three alike may keep them, and hand the turn on with them."),
    instances=LARGE,
    clauses=("play.choice", "play.keep"),
)
def kept_three(s: State, p: Player) -> bool:
    """Two cards in the pile: the one turned up, and the discard of whoever has had a turn, the first alone."""
    return (
        s.phase == Phase.PICK_UP
        and p == s.first
        and next_player(p) == s.active
        and pile_size(s) == 2
        and any(card != Card.JEWEL and s.hand[p, card] >= 3 for card in Card)
    )


@reachable(
    "play.laid_and_added",
    holds("In the very first turn three cards may be laid as a set and a fourth added to them."),
    instances=LARGE,
    clauses=("play.choice", "play.add"),
)
def laid_and_added(s: State) -> bool:
    return (
        s.phase == Phase.PLAY
        and s.active == s.first
        and pile_size(s) == 1
        and all(p == s.active or (hand_size(s, p) == n.hand and not has_any_set(s, p)) for p in Player)
        and any(card != Card.JEWEL and s.laid[s.active, card] > 3 for card in Card)
    )


@always(
    "take.from_hand",
    holds("Whoever can take a pile that no jewel tops holds two cards that match its topmost one."),
    instances=ROUNDS,
    clauses=("take.hand_only", "take.two"),
)
def matching_cards_at_hand(s: State) -> bool:
    if s.phase != Phase.PICK_UP or pile_size(s) == 0 or s.top == Card.JEWEL or not can_take(s):
        return True
    return sum(s.hand[s.active, card] for card in Card if matches_top(s, card)) >= 2


@reachable(
    "take.set_is_no_help",
    holds("A set of the topmost card on the table and one more of it in hand give no right to the pile."),
    instances=FIGURES,
    clauses=("take.hand_only",),
)
def set_is_no_help(s: State) -> bool:
    return (
        s.phase == Phase.PICK_UP
        and pile_size(s) > 0
        and s.top != Card.JEWEL
        and s.laid[s.active, s.top] > 0
        and s.hand[s.active, s.top] == 1
        and not can_take(s)
    )


@always(
    "win.all_highest",
    holds("Of those who got there, everybody has won whom none of them surpasses."),
    instances=UNPROVED,
    clauses=("game.thousand", "game.together"),
)
def all_highest_win(s: State, p: Player) -> bool:
    if s.phase != Phase.OVER or r.same_turn != SameTurn.SAME_SCORING or r.net_score == NetScore.TABLE_ALONE:
        return True
    if r.highest_score == HighestScore.ROUND or r.cross_tie != CrossTie.SHARED:
        return True
    if r.other_end == OtherEnd.ALL_DEALT or not reached(s, p):
        return True
    return s.winner[p] or any(reached(s, q) and s.points[q] > s.points[p] for q in Player)
