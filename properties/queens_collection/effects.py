"""Passes in a row, wilds that are revealed, boxes that are complete; from the sentences of The Queen's Collection."""

from __future__ import annotations

from model.queens_collection.against_table import Match, Phase, discards_size, hand_size, m
from model.queens_collection.cards import Box, Card, Colour, Player, left_of, pile_size
from model.queens_collection.exchange import drawn_for, wild_can_be_drawn_for
from model.queens_collection.scoring import all_home, points
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import playing
from model.queens_collection.together import Together
from queensbench.language import always, holds, never, reachable
from spec.queens_collection.against import DisplayShort, RoundEndCheck
from spec.queens_collection.rulings import r
from spec.queens_collection.together import AllPassed, DrawShort, OutOfGame


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
    """The claim is asked where by the readings pawns out of the game need not be at home."""
    if not playing(s) or not all_home(s) or r.out_of_game == OutOfGame.COUNTED:
        return True
    return points(s) >= 3 * sum(any(s.pawns[box, c] > 0 for box in Box) for c in Colour)


@reachable(
    "reveal.two_wilds",
    holds("A wild has no colour, so that two of them are no second card of one."),
    instances=("two",),
    clauses=("competitive.reveal.second",),
)
def two_wilds_revealed(s: Match) -> bool:
    return s.revealed[Card.WILD] > 1


@reachable(
    "reveal.costs_all",
    holds(
        "A second card of a colour costs all cards turned up: the hand stays as it was dealt, both are discarded."
    ),
    instances=("levels",),
    clauses=("competitive.reveal.second", "competitive.reveal.discard"),
)
def reveal_costs_all(s: Match) -> bool:
    """Whether nobody has made a pair, so that all discards were turned up in vain."""
    return (
        s.phase == Phase.TAKE
        and discards_size(s) > 1
        and all(hand_size(s, p) == m.hand and s.collected[p] == 0 for p in Player)
        and all(s.removed[card] == 0 for card in Card)
    )


@always(
    "round.equal_turns",
    holds(
        "By ruling `round_end_check` the last turn of a round is that of who sits before the first player."
    ),
    instances=("duel", "gone", "trio", "levels", "match"),
    clauses=("competitive.round.end", "competitive.turn.order"),
)
def equally_many_turns(s: Match) -> bool:
    if s.phase != Phase.OVER or r.round_end_check != RoundEndCheck.EQUAL_TURNS:
        return True
    return r.display_short == DisplayShort.ROUND_OVER or left_of(s.active) == s.first


@never(
    "wild.short_pile",
    holds(
        "By ruling `draw_short` a wild alone draws its card, or is not played: only two readings let it draw none."
    ),
    instances=("round", "dealt", "young", "harder"),
    clauses=("wild_alone.draw",),
)
def wild_on_a_short_pile(s: Together) -> bool:
    return (
        r.draw_short not in (DrawShort.AS_MANY_AS_THERE, DrawShort.ONE_FRESH_CARD)
        and wild_can_be_drawn_for(s, Card.WILD)
        and pile_size(s) < drawn_for(s, Card.WILD)
    )
