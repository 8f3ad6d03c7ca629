"""Decisions taken otherwise, tried on explored boxes and in random games of the box as sold.

On a box the rules as written are compared with each flip in every state, as two readings are
(:mod:`queensbench.engines.compare.comparison`); in games with the same luck both are played to the end
(:mod:`queensbench.engines.coupled.playouts`).

What this cannot see: boxes that are not asked for, readings other than those given, two flips at once, and differences
that no random game meets.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from queensbench.engines.boxes import LOOPS
from queensbench.engines.compare.comparison import rulings_on
from queensbench.engines.compare.comparison_program import compile_comparer
from queensbench.engines.compare.divergence import UNDECIDED, Matters
from queensbench.engines.compare.effect_orders import TimeOver
from queensbench.engines.coupled import kernels as loops
from queensbench.engines.coupled.playouts import CHANGED, Coupled, Luck
from queensbench.engines.explore.explorations import exploration_of
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.limits import MAX_STEPS
from queensbench.errors import ModelError, RangeViolation
from queensbench.evidence.cache import VerdictCache
from queensbench.evidence.questions import DATA, Question, Unfinished, answered, unfinished_if
from queensbench.language.modes import Instance, Mode
from queensbench.project.projects import Ruleset
from queensbench.project.register.lock import digest
from queensbench.rules.transforms.flipped_rules import FlippedRules, build_flipped, ruling_of
from queensbench.rules.transforms.quiet_choices import Flip

BREAKS, REFUSED = "breaks", "refused"
SEED = 1


@dataclass(frozen=True)
class Trials:
    """How flips are tried: the most states of a box, the games of the box as sold, when to end, whom to tell."""

    budget: int
    games: int
    ends: float
    readings: Mapping[str, Any] = field(default_factory=dict)
    progress: Callable[[str], None] = lambda _: None

    def tick(self, text: str) -> None:
        """Report progress.  Raises TimeOver once the time is over."""
        if time.monotonic() > self.ends:
            raise TimeOver
        self.progress(text)


@dataclass(frozen=True)
class FlipBench:
    """A mode whose flips are tried, with what is stored of it."""

    ruleset: Ruleset
    mode: Mode
    cache: VerdictCache

    def on_box(self, instance: Instance, flips: Sequence[Flip], trials: Trials) -> dict[str, Any]:
        """The effect of each flip on a box: by its name the class and the shortest play; states.  Raises TimeOver."""
        asked = self._question("box", instance, flips, {"budget": trials.budget})
        return answered(asked, self.cache, lambda: self._compared(instance, flips, trials))

    def in_games(self, flips: Sequence[Flip], trials: Trials) -> dict[str, Any]:
        """The effect of each flip in random games of the box as sold, by its name.  Raises TimeOver."""
        more = {"games": trials.games, "seed": SEED, "max_steps": MAX_STEPS}
        asked = self._question("games", self.mode.full, flips, more)
        return answered(asked, self.cache, lambda: self._played(flips, trials))

    def _question(
        self, name: str, instance: Instance, flips: Sequence[Flip], more: Mapping[str, Any]
    ) -> Question[dict[str, Any]]:
        names = digest(*sorted(flip.name for flip in flips))
        return Question("quiet", name, DATA, instance, {**more, "flips": names})

    def _systems(self, instance: Instance, flips: Sequence[Flip]) -> list[tuple[Box, FlippedRules]]:
        rules = build_flipped(self.mode, instance, flips, self.ruleset.name, self.ruleset.clause_names)
        return [(Box(self.ruleset.name, self.mode, instance, made.system, LOOPS), made) for made in rules]

    # ------------------------------------------------------------------------------------------- boxes

    def _compared(
        self, instance: Instance, flips: Sequence[Flip], trials: Trials
    ) -> dict[str, Any] | Unfinished[dict[str, Any]]:
        label = f"{self.ruleset.name}/{self.mode.name} {instance.name}"
        found: dict[str, Any] = {}
        states, complete, lasting = 0, True, True
        for box, made in self._systems(instance, flips):
            found |= _refused(made)
            tried = [flip for flip in made.flips if flip not in made.refused]
            if not tried:
                continue
            trials.tick(f"{label}: compiling {len(tried)} other decisions")
            comparer = compile_comparer(box.system)
            explored = exploration_of(
                box,
                trials.readings,
                max_states=trials.budget,
                judging=False,
                keep=False,
                progress=lambda n, _: trials.tick(f"{label}: exploring, {n:,} states"),
            )
            if explored.interrupted:
                raise KeyboardInterrupt
            states, complete = explored.states, complete and explored.complete
            lasting = lasting and explored.lasting
            names = [ruling_of(made.flips.index(flip) + 1) for flip in tried]
            parted = rulings_on(
                comparer,
                explored,
                names,
                progress=lambda n, _: trials.tick(f"{label}: comparing, {n:,} states"),
            )
            if any(one.interrupted for one in parted):
                raise KeyboardInterrupt
            for flip, one in zip(tried, parted, strict=True):
                found[flip.name] = _row(box, one)
        return unfinished_if(not lasting, {"flips": found, "states": states, "complete": complete})

    # ------------------------------------------------------------------------------------------- games

    def _played(self, flips: Sequence[Flip], trials: Trials) -> dict[str, Any]:
        label = f"{self.ruleset.name}/{self.mode.name}"
        found: dict[str, Any] = {}
        for box, made in self._systems(self.mode.full, flips):
            found |= _refused(made)
            tried = [flip for flip in made.flips if flip not in made.refused]
            if not tried:
                continue
            trials.tick(f"{label}: compiling {len(tried)} other decisions for games")
            luck = Luck(box.system)
            base = box.raw(trials.readings)
            first = len(box.system.rulings) - len(made.flips)
            vectors = []
            for flip in tried:
                vector = list(base)
                vector[first + made.flips.index(flip)] = 1
                vectors.append(vector)
            coupled = luck.run(
                base,
                vectors,
                box.parameters(),
                games=trials.games,
                seed=SEED,
                progress=lambda n, _: trials.tick(f"{label}: game {n:,} of {trials.games:,}"),
            )
            if not coupled.complete:
                raise KeyboardInterrupt
            for place, flip in enumerate(tried):
                found[flip.name] = {
                    "parted": coupled.count(place, loops.PARTED | CHANGED),
                    "changed": coupled.count(place, CHANGED),
                    "winner": coupled.count(place, loops.WINNER),
                    "broken": coupled.count(place, loops.FAULTED),
                    "play": _first(box, luck, base, coupled, place),
                }
        return {"flips": found, "games": trials.games}


def _refused(made: FlippedRules) -> dict[str, Any]:
    return {flip.name: {"matters": REFUSED, "why": why, "play": None} for flip, why in made.refused.items()}


def _row(box: Box, one: Matters) -> dict[str, Any]:
    error = _error(one)
    if error is not None:
        kind = BREAKS if isinstance(error, RangeViolation) else UNDECIDED
        return {"matters": kind, "why": str(error.what), "play": None, "consulted": one.consulted}
    play = None if one.play is None else _labels(box, one.play)
    return {"matters": one.matters, "why": "", "play": play, "consulted": one.consulted}


def _error(found: Matters) -> ModelError | None:
    """The error that the flip raises, if nothing else is known of it."""
    if found.matters != UNDECIDED:
        return None
    return next((one.error for one in found.partings.values() if one.error is not None), None)


def _labels(box: Box, codes: Sequence[int]) -> list[str]:
    return [box.coding.label(box.coding.decode(code)) for code in codes]


def _first(box: Box, luck: Luck, base: Sequence[int], found: Coupled, place: int) -> list[str] | None:
    """The shortest game that parts, up to the move that shows it."""
    first = found.first(place)
    if first is None:
        return None
    game, steps, code = first
    codes, _ = luck.play(base, box.parameters(), seed=SEED, game=game, max_steps=MAX_STEPS)
    return _labels(box, [*codes[:steps], code] if code >= 0 else codes[:steps])


__all__ = ["BREAKS", "REFUSED", "FlipBench", "Trials"]
