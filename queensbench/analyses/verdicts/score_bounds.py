"""Whether the final scores that were found range as a property says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from queensbench.language.properties import PropertyDecl

if TYPE_CHECKING:
    from queensbench.engines.explore.state_space import Extremes


@dataclass(frozen=True)
class ScoreBounds:
    """The least and the greatest final score, whether they are as claimed, and a state that shows one of them.

    The state has the least score if that is another one than claimed, else the greatest, ``shown``.
    """

    holds: bool
    least: int
    greatest: int
    state: int
    shown: int


def score_bounds(decl: PropertyDecl, scores: Sequence[Extremes]) -> ScoreBounds:
    """What the scores of all players, of at least one, say of a property of the kind ``bounds``."""
    least = min(scores, key=lambda e: e.least)
    greatest = max(scores, key=lambda e: e.greatest)
    wrong_low = decl.least is not None and least.least != decl.least
    wrong_high = decl.greatest is not None and greatest.greatest != decl.greatest
    state, shown = greatest.greatest_state, greatest.greatest
    if wrong_low:
        state, shown = least.least_state, least.least
    return ScoreBounds(not wrong_low and not wrong_high, least.least, greatest.greatest, state, shown)
