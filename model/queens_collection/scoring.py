"""The score of the cooperative and the solo game (booklet 1: scoring)."""

from __future__ import annotations

from typing import Annotated

from model.queens_collection.cards import HOME, Box, Colour, n
from model.queens_collection.sorting import Sorting
from queensbench.language import Range, rule
from spec.queens_collection.rulings import r
from spec.queens_collection.together import BoxScores, OutOfGame

Points = Annotated[int, Range(-len(Box.__members__) * n.pawns, 3 * len(Box.__members__))]
"""What a group can score."""


@rule()
def all_home(s: Sorting) -> bool:
    """Whether every pawn stands on the box card of its own colour."""
    return all(s.pawns[box, c] == 0 for c in Colour for box in Box if box != HOME[c])


@rule()
def sorted_box(s: Sorting, c: Colour) -> bool:
    """Whether the colour's box card brings points."""
    box = HOME[c]
    if any(s.pawns[box, d] > 0 for d in Colour if d != c):
        return False
    match r.box_scores:
        case BoxScores.HOLDS_SOME:
            return s.pawns[box, c] > 0
        case BoxScores.EMPTY_TOO:
            return True
        case BoxScores.COMPLETE:
            return s.pawns[box, c] == n.pawns - s.out[c]


@rule()
def astray(s: Sorting) -> int:
    """How many pawns do not stand at home; by ruling ``out_of_game`` those that left the game count."""
    on_others = sum(s.pawns[box, c] for c in Colour for box in Box if box != HOME[c])
    if r.out_of_game == OutOfGame.COUNTED:
        return on_others + sum(s.out[c] for c in Colour)
    return on_others


@rule("score.box", "score.pawn")
def points(s: Sorting) -> int:
    """The score: three points for each sorted box card, less one for each pawn astray."""
    return 3 * sum(sorted_box(s, c) for c in Colour) - astray(s)
