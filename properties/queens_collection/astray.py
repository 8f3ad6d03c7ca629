"""The least that a cooperative or a solo game can be worth, at every difficulty; written before the first run.

In ``tests/queens_collection/test_levels_score.py`` plays reach these bounds, and the maximum at every difficulty.
"""

from __future__ import annotations

from model.queens_collection.cards import Colour, n, spaces
from model.queens_collection.scoring import points
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import Phase, Sorting
from queensbench.language import always, holds, rule
from spec.queens_collection.preparation import BeginnerSetupPawns
from spec.queens_collection.rulings import r
from spec.queens_collection.together import OutOfGame


@rule()
def most_astray(s: Sorting) -> int:
    """How many pawns can be astray: all that are dealt, or that the box has if those that are out count too."""
    dealt = spaces(s) if r.beginner_setup_pawns == BeginnerSetupPawns.AS_SPACES else n.pawns
    return len(Colour) * (n.pawns if r.out_of_game == OutOfGame.COUNTED else dealt)


@always(
    "score.least_of_a_level",
    holds("At worst every pawn that is dealt is astray, at every difficulty."),
    clauses=("score.pawn", "beginner.side"),
)
def at_least_all_dealt_astray(s: Sorting) -> bool:
    return points(s) >= 0 - most_astray(s)


@always(
    "solo.score.least",
    holds("Four pawns fewer can be astray, unless a ruling counts those that are out."),
    clauses=("solo.score", "solo.setup.remove.unused"),
)
def at_least_all_astray_alone(s: Alone) -> bool:
    if s.phase == Phase.PUT_AWAY or r.out_of_game == OutOfGame.COUNTED:
        return True
    return points(s) >= n.put_away - most_astray(s)


@rule()
def left_out_at_first(s: Alone) -> int:
    """How many pawns are left out on the beginners' side by ruling ``beginner_setup_pawns``."""
    return (
        len(Colour) * (n.pawns - spaces(s)) if r.beginner_setup_pawns == BeginnerSetupPawns.AS_SPACES else 0
    )


@always(
    "solo.away_stay",
    holds("What was put away never returns, on either side."),
    clauses=("solo.setup.remove.unused", "beginner.third"),
)
def put_away_stay_away(s: Alone) -> bool:
    return s.phase == Phase.PUT_AWAY or sum(s.out[c] for c in Colour) >= n.put_away + left_out_at_first(s)
