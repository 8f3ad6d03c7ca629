"""Random games of the box as sold: how often each ruling of a mode comes up, parts, and changes the result.

The store holds a row for each ruling.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from queensbench.analyses.rulings.coupled_rows import LuckRow, luck_question
from queensbench.analyses.rulings.impact import ImpactSettings
from queensbench.analyses.verdicts.run import Run
from queensbench.engines.compare.divergent_plays import parting_play
from queensbench.engines.coupled import kernels as loops
from queensbench.engines.coupled.playouts import CHANGED, Coupled, Luck
from queensbench.engines.runtime.limits import MAX_STEPS
from queensbench.evidence.questions import Question, answered_all


class FullGames:
    """The games of one mode's full box under the readings of a run; compiled when they are first needed."""

    def __init__(self, run: Run, settings: ImpactSettings) -> None:
        self.run = run
        self.settings = settings
        self.full = run.mode.full
        self.rows: dict[str, LuckRow] = {}

    @cached_property
    def luck(self) -> Luck:
        """The games with the same luck on the full box, compiled when first asked for."""
        self.said("compiling for games with the same luck")
        return Luck(self.run.box(self.full.name).system)

    def said(self, text: str) -> None:
        """Report progress."""
        self.run.say(text, self.full.name)

    def find(self, names: Sequence[str]) -> None:
        """Play for the rulings named, as far as their rows are not stored.  Raises KeyboardInterrupt."""
        games, seed = self.settings.games, self.settings.seed
        questions = [luck_question(self.full, name, games=games, seed=seed) for name in names]
        for row in answered_all(questions, self.run.cache, self._found):
            self.rows[row.ruling] = row

    def _found(self, missing: Sequence[Question[LuckRow]]) -> Iterator[LuckRow]:
        begun = time.perf_counter()
        box = self.run.box(self.full.name)
        pairs = [(question.name, raw) for question in missing for raw in self.others(question.name)]
        self.said(f"playing {self.settings.games:,} games under {len(pairs)} other readings")
        with box.told():
            found = self.played(pairs, self.settings.games)
        shared = (time.perf_counter() - begun) / len(missing)
        for name in (question.name for question in missing):
            begun = time.perf_counter()
            self.said(f"{name}: the shortest game in which the readings part")
            mine = [(place, raw) for place, (other, raw) in enumerate(pairs) if other == name]
            counted = self.luck.counted(self.number(name))
            yield LuckRow(
                name,
                found.games,
                found.seed,
                tuple(self.counts(found, place, name, raw, counted=counted) for place, raw in mine),
                tuple(one for place, raw in mine for one in self.firsts(found, place, name, raw)),
                shared + time.perf_counter() - begun,
            )

    # ------------------------------------------------------------------------------------------- the games

    def number(self, name: str) -> int:
        """The number of a ruling."""
        return [one.name for one in self.run.box(self.full.name).system.rulings].index(name)

    def base(self, beside: Mapping[str, Any] | None = None) -> list[int]:
        """The raw readings of the run, with others beside."""
        box = self.run.box(self.full.name)
        return box.raw({**self.run.options.readings, **(beside or {})})

    def others(self, name: str) -> list[int]:
        """The other readings of a ruling, raw."""
        number = self.number(name)
        system = self.run.box(self.full.name).system
        mine = self.base()[number]
        return [raw for raw in range(len(system.rulings[number].readings)) if raw != mine]

    def played(
        self, pairs: Sequence[tuple[str, int]], games: int, beside: Mapping[str, Any] | None = None
    ) -> Coupled:
        """Games under the base, and with the same luck under each other reading.  Raises KeyboardInterrupt."""
        base = self.base(beside)
        vectors = []
        for name, raw in pairs:
            vector = list(base)
            vector[self.number(name)] = raw
            vectors.append(vector)
        found = self.luck.run(
            base,
            vectors,
            self.run.box(self.full.name).parameters(),
            games=games,
            seed=self.settings.seed,
            progress=lambda done, _: self.said(f"game {done:,} of {games:,}, {len(pairs)} other readings"),
        )
        if not found.complete:
            raise KeyboardInterrupt
        return found

    def counts(self, found: Coupled, place: int, name: str, raw: int, *, counted: bool) -> dict[str, Any]:
        """The counts of the games for one other reading."""
        readings = self.run.box(self.full.name).system.rulings[self.number(name)].readings
        return {
            "against": readings[raw].lower(),
            "came": found.came(place) if counted else None,
            "parted": found.count(place, loops.PARTED),
            "changed": found.count(place, CHANGED),
            "winner": found.count(place, loops.WINNER),
            "classes": found.classes(place),
            "cut": found.count(place, loops.STOPPED),
            "broken": found.count(place, loops.FAULTED),
        }

    def firsts(
        self,
        found: Coupled,
        place: int,
        name: str,
        raw: int,
        beside: Mapping[str, Any] | None = None,
    ) -> list[dict[str, Any]]:
        """The shortest game in which one other reading parts, and the shortest to a state that is judged otherwise."""
        box = self.run.box(self.full.name)
        base = {**self.run.options.readings, **(beside or {})}
        out: list[dict[str, Any]] = []
        seen = []
        for judged in (False, True):
            first = found.first(place, judged=judged)
            if first is None or first in seen:
                continue
            seen.append(first)
            game, steps, code = first
            codes, _ = self.luck.play(
                self.base(beside), box.parameters(), seed=found.seed, game=game, max_steps=MAX_STEPS
            )
            play = [*codes[:steps], code] if code >= 0 else codes[:steps]
            shown = parting_play(
                box,
                base,
                name,
                raw,
                play,
                judged=code < 0,
                beside=", ".join(f"{k}={v.name.lower()}" for k, v in (beside or {}).items()),
            )
            if shown is not None:
                out.append(shown)
        return out
