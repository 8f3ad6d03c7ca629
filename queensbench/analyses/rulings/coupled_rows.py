"""What the store keeps of random games with the same luck; nothing here imports an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.analyses.rulings.impact import Frequency, Settings, Share
from queensbench.engines.runtime.limits import MAX_STEPS
from queensbench.evidence.cache import VerdictCache
from queensbench.evidence.keys import Key
from queensbench.language.modes import Instance, Mode


@dataclass
class LuckRow:
    """What random games of the box as sold show of one ruling.

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
        )


def luck_key(kept: VerdictCache, ruling: str, full: Instance, *, games: int, seed: int) -> Key:
    """The key of a ruling's row."""
    return kept.key("luck", ruling, full, games=games, seed=seed, max_steps=MAX_STEPS)


def done_key(kept: VerdictCache, mode: Mode, settings: Settings) -> Key:
    """The key of the note that all that is asked of a mode's rulings is in the store."""
    return kept.key(
        "matters",
        mode.name,
        mode.full,
        games=settings.games,
        seed=settings.seed,
        budget=settings.budget,
        rlimit=settings.rlimit,
        frequency=settings.frequency,
        interactions=settings.interactions,
    )
