"""Stored values of best play under two readings of a ruling; nothing here imports an engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.analyses.rulings.best_play_values import BestPlay, best_play_of
from queensbench.analyses.rulings.effects import EFFECTS, Effect, effect_of
from queensbench.analyses.rulings.impact import RESULTS, SEEN, ImpactSettings, Shown
from queensbench.evidence.questions import Question, row_form
from queensbench.language.modes import Instance, Mode

MOST_STATES = 80_000
"""The most states of an instance that is solved for this, under each reading."""
BEST = "best players"


@dataclass
class BestPlayRow:
    """The value of best play of an instance under the house reading of a ruling and under each other one.

    ``readings``: for each other reading, ``against``, either ``why`` there is nothing exact to say, or ``aim``,
    ``states``, ``value`` and ``other`` (fractions as text), ``positions`` (how many both readings reach, and how many
    of them differ in value), ``deals`` (the probability of those that both reach, and of those with another value;
    None where the set-up can go round), and the games of best players: ``parted``, ``classes``, ``cut``.
    """

    ruling: str
    games: int
    seed: int
    readings: Sequence[Mapping[str, Any]]
    seconds: float
    cached: bool = False

    def told(self, mode: str, instance: str) -> tuple[BestPlay, ...]:
        """The exact values, one for each other reading that has any."""
        return tuple(self._one(one, mode, instance) for one in self.readings if not one["why"])

    def _one(self, one: Mapping[str, Any], mode: str, instance: str) -> BestPlay:
        row = {**one, "mode": mode, "instance": instance}
        return best_play_of(row, self._effect(one, (mode, instance)))

    def _effect(self, one: Mapping[str, Any], where: tuple[str, str]) -> Effect | None:
        if one["classes"] is None:
            return None
        counts = {name: int(one["classes"][name]) for name in EFFECTS}
        return effect_of(
            counts,
            None,
            self.games,
            not_followed=int(one["cut"]),
            where=where,
            against=str(one["against"]),
            by=BEST,
        )


# ------------------------------------------------------------------------------------------- what is asked


def solvable(instance: Instance) -> bool:
    """Whether an instance is small enough to be solved for this."""
    return instance.explore and instance.states <= MOST_STATES


def where_they_part(mode: Mode, plays: Iterable[Shown]) -> Instance | None:
    """The instance on which a ruling is solved: where the strongest difference is seen, the smallest of these."""
    boxes = {one.name: one for one in mode.all_instances() if solvable(one)}
    met = [
        one
        for one in plays
        if one.mode == mode.name and one.instance in boxes and one.kind in SEEN and not one.beside
    ]
    best = min(
        met,
        key=lambda one: (one.kind not in RESULTS, SEEN.index(one.kind), boxes[one.instance].states),
        default=None,
    )
    return None if best is None else boxes[best.instance]


def best_play_question(instance: Instance, ruling: str, settings: ImpactSettings) -> Question[BestPlayRow]:
    """The question what best play is worth under the readings of a ruling."""
    more = {"games": settings.games, "seed": settings.seed, "most": MOST_STATES}
    return Question("best play", ruling, row_form(BestPlayRow), instance, more, "solved")
