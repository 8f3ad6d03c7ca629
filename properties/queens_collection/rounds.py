"""The final scores of a player of the second booklet, in boxes that can be exhausted; written before the first run.

At full size ``against.score.round`` bounds a round under each reading of its end; that the upper bounds are reached is
shown by plays in ``tests/queens_collection/test_best_round.py``.
"""

from __future__ import annotations

from model.queens_collection.against_round import has_won
from model.queens_collection.against_table import Match, Phase
from model.queens_collection.cards import Player
from model.queens_collection.teams import TeamMatch
from queensbench.language import bounds, can_reach, fails, holds, reachable

ONE_ROUND = (("gone", -4, 15), ("trio", -4, 14), ("levels", -5, 14))
for _name, _least, _greatest in ONE_ROUND:
    bounds(
        f"against.score.{_name}",
        Match,
        holds(
            "At best every pawn and every box and no card; at worst nothing, and all cards but the last pair and those "
            "that lie in the display with it."
        ),
        least=_least,
        greatest=_greatest,
        module=__name__,
        instances=(_name,),
        clauses=("competitive.score.box", "competitive.score.pawn", "competitive.score.hand"),
    )

bounds(
    "against.score.two_rounds",
    Match,
    holds(
        "Twice the best round of 14, twice the worst: five cards, of which two make the last pair and one lies open."
    ),
    least=-4,
    greatest=28,
    module=__name__,
    instances=("match",),
    clauses=("competitive.total", "competitive.rounds"),
)

bounds(
    "teams.score.session",
    TeamMatch,
    holds(
        "In each of two rounds a box and its pawn, for five points, less the card of the partner who did not pair; or "
        "nothing, with the two cards dealt and the one that is left in the pile."
    ),
    least=-6,
    greatest=8,
    module=__name__,
    instances=("session",),
    clauses=("teams.total", "competitive.score.hand"),
)

# ----------------------------------------------------------------------------------------- a hopeless player

BOXES = ("duel", "gone", "match", "trio", "levels", "partners", "session")


@reachable(
    "against.win.north",
    holds("The first player can win, alone or with others."),
    instances=BOXES,
    clauses=("competitive.win",),
)
def north_wins(s: Match) -> bool:
    return s.phase == Phase.OVER and has_won(s, Player.NORTH)


can_reach(
    "against.win.stays_in_reach",
    Match,
    fails(
        "With all pawns and boxes but the last before another player there is not enough left to win.",
        blame=("gap: others may have taken all", "competitive.win"),
        despite="Who has won is asked at the end only, and the play need not reach it; of teams by another clause.",
    ),
    target="against.win.north",
    module=__name__,
    instances=BOXES,
    clauses=("competitive.win",),
)
