"""Stored counts of random games under common random numbers; nothing here imports an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.analyses.rulings.effects import Share
from queensbench.analyses.rulings.impact import Frequency, ImpactSettings
from queensbench.engines.runtime.limits import MAX_STEPS
from queensbench.evidence.questions import NOTE, Question, row_form
from queensbench.language.modes import Instance, Mode


@dataclass
class LuckRow:
    """The counts of one ruling in random games of the box as sold.

    ``readings``: for each other reading its counts.  ``firsts``: of each, the shortest of these games in which it
    parts, and the shortest in which a state is judged otherwise, as
    :func:`queensbench.engines.compare.divergent_plays.parting_play` gives them.
    """

    ruling: str
    games: int
    seed: int
    readings: Sequence[Mapping[str, Any]]
    firsts: Sequence[Mapping[str, Any]]
    seconds: float
    cached: bool = False

    def frequencies(self, mode: str, instance: str) -> tuple[Frequency, ...]:
        """The counts as shares, one for each other reading."""
        return tuple(self._frequency(one, mode, instance) for one in self.readings)

    def _frequency(self, one: Mapping[str, Any], mode: str, instance: str) -> Frequency:
        def share(name: str) -> Share:
            return Share(int(one[name]), self.games)

        return Frequency(
            mode,
            instance,
            str(one["against"]),
            self.games,
            self.seed,
            None if one["came"] is None else share("came"),
            share("parted"),
            share("changed"),
            share("winner"),
            int(one["cut"]),
            int(one["broken"]),
            classes={str(name): int(number) for name, number in one["classes"].items()},
        )


def luck_question(full: Instance, ruling: str, *, games: int, seed: int) -> Question[LuckRow]:
    """The question of the counts of a ruling in random games of the box as sold."""
    more = {"games": games, "seed": seed, "max_steps": MAX_STEPS}
    return Question("luck", ruling, row_form(LuckRow), full, more, "mode")


def done_question(mode: Mode, settings: ImpactSettings) -> Question[bool]:
    """The note that every answer about a mode's rulings is in the store."""
    asked = ("games", "seed", "budget", "rlimit", "frequency", "interactions", "best_play")
    return Question("matters", mode.name, NOTE, mode.full, {name: getattr(settings, name) for name in asked})
