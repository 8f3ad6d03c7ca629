"""Passes in a row, wilds that are revealed, boxes that are complete; from the sentences of The Queen's Collection."""

from __future__ import annotations

from model.queens_collection.against_table import Match
from model.queens_collection.cards import Box, Card, Colour, Player, left_of
from model.queens_collection.scoring import all_home, points
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import playing
from model.queens_collection.together import Together
from queensbench.language import always, holds, reachable
from spec.queens_collection.rulings import r
from spec.queens_collection.together import AllPassed, OutOfGame


@always(
    "pass.in_a_row",
    holds(
        "Passes count in a row: while any counts, the player before has passed, and no action lies between."
    ),
    instances=("round", "dealt", "trio", "young", "harder"),
    clauses=("end.all_passed", "turn.next"),
)
def passed_in_a_row(s: Together) -> bool:
    if r.all_passed != AllPassed.IN_A_ROW or not any(s.passed[p] for p in Player):
        return True
    return any(left_of(p) == s.active and s.passed[p] for p in Player)


@always(
    "score.all_home",
    holds(
        "With every pawn at home each box card that was given a pawn brings its three points, and none is lost."
    ),
    instances=("round", "placed", "young"),
    clauses=("score.box", "solo.setup.remove", "solo.setup.remove.unused"),
)
def all_home_scores(s: Alone) -> bool:
    """Under readings by which pawns out of the game are not asked for."""
    if not playing(s) or not all_home(s) or r.out_of_game == OutOfGame.COUNTED:
        return True
    return points(s) >= 3 * sum(any(s.pawns[box, c] > 0 for box in Box) for c in Colour)


@reachable(
    "reveal.two_wilds",
    holds("A wild has no colour, so that two of them are no second card of one."),
    instances=("duel", "levels"),
    clauses=("competitive.reveal.second",),
)
def two_wilds_revealed(s: Match) -> bool:
    return s.revealed[Card.WILD] > 1
