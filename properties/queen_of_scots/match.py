"""What must hold of a whole game of Queen of Scots, what is expected, and why; written before the first run."""

from __future__ import annotations

from model.queen_of_scots.cards import Player, n
from model.queen_of_scots.scoring import reached
from model.queen_of_scots.table import Phase, State
from properties.queen_of_scots.claims import UNDEALT, UNPROVED, scored
from queensbench.language import always, can_reach, holds, reachable
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import CrossTie, HighestScore, NetScore, OtherEnd, SameTurn, ThreeCross

MATCHES = ("match", "trio")


@always(
    "game.goes_on",
    holds("Whoever gets there has won as soon as it is counted, so no round begins with anybody there."),
    clauses=("game.thousand", "game.cumulative", "score.when"),
)
def nobody_there_yet(s: State, p: Player) -> bool:
    if s.phase == Phase.OVER or r.cross_tie == CrossTie.NEXT_ROUND:
        return True
    return s.points[p] <= n.target


@always(
    "win.got_there",
    holds("Nobody wins below the line."),
    instances=UNPROVED,
    clauses=("game.thousand",),
)
def winners_got_there(s: State, p: Player) -> bool:
    return not s.winner[p] or reached(s, p) or r.other_end == OtherEnd.ALL_DEALT


@always(
    "win.highest",
    holds("Among those who got there together the higher total wins."),
    instances=UNPROVED,
    clauses=("game.together",),
)
def winners_are_highest(s: State, p: Player, q: Player) -> bool:
    if not s.winner[p] or not reached(s, q):
        return True
    if r.same_turn != SameTurn.SAME_SCORING or r.highest_score == HighestScore.ROUND:
        return True
    if r.net_score == NetScore.TABLE_ALONE:
        return True
    return r.three_cross == ThreeCross.ALL or s.points[q] <= s.points[p]


@always(
    "win.only_at_the_end",
    holds("Nobody has won before the game is over."),
    clauses=("game.thousand",),
)
def winners_at_the_end(s: State, p: Player) -> bool:
    return s.phase == Phase.OVER or not s.winner[p]


@reachable(
    "win.together",
    holds("A round may bring two players there, one with more points."),
    instances=MATCHES,
    clauses=("game.together",),
)
def two_got_there(s: State) -> bool:
    return s.phase == Phase.OVER and any(
        reached(s, p) and reached(s, q) and s.points[p] > s.points[q] for p in Player for q in Player
    )


@reachable(
    "win.shared",
    holds(
        "Nothing keeps two players from getting there with the same total, and the page does not settle it."
    ),
    instances=MATCHES,
    clauses=("game.together",),
)
def level_at_the_top(s: State) -> bool:
    return s.phase == Phase.OVER and sum(s.winner[p] for p in Player) > 1


@reachable(
    "game.stands_still",
    holds("A round may leave everybody at nothing, so such rounds can follow each other for ever."),
    instances=("match",),
    clauses=("game.thousand", "score.negative"),
)
def round_for_nothing(s: State) -> bool:
    return s.round > 1 and s.phase == Phase.SHUFFLE and all(s.points[p] == 0 for p in Player)


@reachable(
    "game.falls",
    holds("A round may leave everybody with less than before: totals need not grow."),
    instances=("match",),
    clauses=("score.negative",),
)
def everybody_falls(s: State) -> bool:
    return s.round > 1 and s.phase == Phase.SHUFFLE and all(s.points[p] < 0 for p in Player)


@reachable(
    "win.somebody",
    holds("Sets bring points."),
    on=UNDEALT,
    clauses=("game.thousand",),
)
def somebody_won(s: State) -> bool:
    return any(s.winner[p] for p in Player)


@reachable(
    "game.begins",
    holds("A dealer is chosen."),
    instances=("match",),
    clauses=("setup.dealer",),
)
def game_begins(s: State) -> bool:
    return s.phase == Phase.DEALER


can_reach(
    "win.by_will",
    State,
    holds("With everybody willing, and cards that fall well, somebody gets there."),
    target="win.somebody",
    since="game.begins",
    module=__name__,
    instances=("match",),
    clauses=("game.thousand",),
)

can_reach(
    "win.by_force",
    State,
    holds(
        "Nearly all cards of this deck are alike: whoever holds two of them can take the pile and has three points."
    ),
    target="win.somebody",
    since="game.begins",
    against=("EAST", "chance"),
    module=__name__,
    instances=("match",),
    clauses=("game.thousand",),
)


@always(
    "score.counted",
    holds("Points are booked when a round is over, and the first round begins with none."),
    clauses=("score.when", "game.cumulative"),
)
def none_in_the_first_round(s: State, p: Player) -> bool:
    return scored(s) or s.round > 1 or s.points[p] == 0
