"""Mutants at full size: random games under any reading, by the same luck as the games of the model as it is.

All mutants of a box are compiled into one native code, as for :mod:`queensbench.engines.mutation`.  The games of the
model are played first, each with a digest of everything that happened in it; a mutant whose games have the same
digests plays alike.  A mutant is

* *noticed*, when the model leaves a range, contradicts itself, never settles, or falls silent where it never did; when
  a property fails that is expected to hold; or when what is expected to be met, and is in the games of the model, is
  met in none;
* *different*, when some game goes otherwise and nothing has noticed;
* *the same*, when all games are alike, and what every property says in them.

What this engine cannot see: anything that uniform play meets rarely.  *The same* is said of so many games only.  Before
it says that something is met no more, or that the rules never fell silent, it plays many more games than otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from queensbench.engines import kernels as k
from queensbench.engines import play_kernels as loops
from queensbench.engines.graphs_kernels import DECIDERS
from queensbench.engines.loading import Array, Interrupts, fault, functions, pointer
from queensbench.engines.mutation import DIFFERENT, NOTICED, SAME, Trial
from queensbench.engines.mutation_kernels import S_LONGEST, TELLER
from queensbench.engines.play import MAX_STEPS, ROOM
from queensbench.errors import ModelError, RangeViolation
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl
from queensbench.readers.coding import Coding
from queensbench.readers.mutating import Mutated
from queensbench.readers.native import compile_system
from queensbench.readers.system import PROBED, properties_of, steps_of

FEW, MOST = 20, 300
"""The fewest and the most games of a mutant under one reading."""
STEPS = 30_000
"""About so many steps are enough for a mutant under one reading."""
WIDER = 20
"""So many times as many games show whether something is never met."""
MANY = 5
"""A mutant whose games are longer plays fewer of them, so that it has at most so many times as many steps."""
CHUNK = 20
LONGER = 4
"""A game is cut off after so many times as many steps as the longest of the model as it is (and at least some)."""


@dataclass
class _Games:
    """What some games of one selector under one reading came to.

    ``digests``: of each game.  ``met``: per judge, in how many states it fails, and the first game in which it does
    after the fewest steps.  ``ends``: deadlocks, silences, sets of winners, cut.  ``longest``: its steps.
    """

    digests: Array
    met: Array
    ends: Array
    steps: int
    longest: int


class PlayBench:
    """The mutants of one box, ready to be played.

    Args:
        mode, instance: what is played.
        mutated: its system, with the mutants in it.
        seed: of the luck that all games share.
    """

    def __init__(self, mode: Mode, instance: Instance, mutated: Mutated, *, seed: int = 1) -> None:
        self.mode, self.instance, self.mutated, self.seed = mode, instance, mutated, seed
        self.system = mutated.system
        self.native = compile_system(self.system, counters=False, extra=self._loops, quick=False)
        self.sizes = k.constants(self.system)
        self.coding = Coding(self.system)
        room = max(1, min(self.coding.count, ROOM))
        self._moves, self._weights = np.empty(room, np.int64), np.empty(room, np.int64)
        self._calls = functions(self.native, TELLER)
        self.house = [r.house for r in self.system.rulings[:-1]]
        self.numbers = {judge.name: number for number, judge in enumerate(self.system.judges)}
        asked = [d for d in properties_of(mode, instance) if d.kind in PROBED]
        self.decls = [d for d in (*asked, *steps_of(mode, instance)) if d.name in self.numbers]
        self.longest = MAX_STEPS
        trial = self._played(self.house, 0, 0, FEW)
        self.games = max(FEW, min(MOST, STEPS * FEW // max(trial.steps, 1)))
        self.longest = min(MAX_STEPS, 100 + LONGER * trial.longest)
        self._bases: dict[tuple[int, ...], tuple[_Games, list[PropertyDecl]]] = {}

    def _loops(self, module: Any) -> None:
        k.add_kernels(module, self.system, [*TELLER, *DECIDERS])

    # --------------------------------------------------------------------------------------- readings

    def readings(self) -> list[tuple[str, list[int]]]:
        """Every reading that differs from the house readings in one ruling: its name, and the raw readings."""
        found = []
        for place, ruling in enumerate(self.system.rulings[:-1]):
            for raw, name in enumerate(ruling.readings):
                if raw != ruling.house:
                    chosen = list(self.house)
                    chosen[place] = raw
                    found.append((f"{ruling.name}={name.lower()}", chosen))
        return found

    def _members(self, chosen: Sequence[int]) -> list[Any]:
        """The readings as members, to ask what is expected of them."""
        declared = self.mode.rulings.declared() if self.mode.rulings is not None else ()
        return [list(d.readings)[raw] for d, raw in zip(declared, chosen, strict=True)]

    def _base(self, chosen: Sequence[int]) -> tuple[_Games, list[PropertyDecl]]:
        """The games of the model as it is, many of them, and the properties that come out as expected in them."""
        key = tuple(chosen)
        if key not in self._bases:
            found = self._played(chosen, 0, 0, WIDER * self.games)
            members = self._members(chosen)
            watching = []
            for decl in self.decls:
                expected = decl.expected(self.instance.name, members).outcome
                met = bool(found.met[self.numbers[decl.name], 0])
                if expected != "unknown" and met == _meets(decl, expected):
                    watching.append(decl)
            self._bases[key] = found, watching
        return self._bases[key]

    # ----------------------------------------------------------------------------------------- trying

    def tried(self, number: int, chosen: Sequence[int] | None = None) -> Trial:
        """Try the ``number``-th mutant under a reading (None: the house's)."""
        readings = list(chosen) if chosen is not None else self.house
        try:
            return self._tried(number, readings)
        except RangeViolation as error:
            return Trial(NOTICED, ("a range",), str(error.what))
        except ModelError as error:
            return Trial(NOTICED, ("the model",), str(error.what))

    def under_others(self, number: int) -> Trial:
        """Try the ``number``-th mutant under every reading that differs from the house's in one ruling."""
        best = Trial(SAME, (), f"{self.games:,} games under each of {len(self.readings()):,} readings")
        for name, chosen in self.readings():
            trial = self.tried(number, chosen)
            if trial.outcome == NOTICED:
                return Trial(NOTICED, trial.by, f"under {name}: {trial.what}")
            if trial.outcome == DIFFERENT and best.outcome == SAME:
                best = Trial(DIFFERENT, (), f"under {name}: {trial.what}")
        return best

    def watching(self) -> list[PropertyDecl]:
        """The properties that come out as expected under the house reading without any mutant."""
        return self._base(self.house)[1]

    def _tried(self, number: int, readings: list[int]) -> Trial:
        base, watching = self._base(readings)
        found: _Games | None = None
        for begin in range(0, self.games, CHUNK):
            end = min(self.games, begin + CHUNK)
            found = _joined(found, self._played(readings, number, begin, end))
            trial = self._noticed(found, base, watching)
            if trial is not None:
                return trial
            if found.steps > MANY * STEPS:
                break
        assert found is not None
        played = len(found.digests)
        other = np.flatnonzero(found.digests != base.digests[:played])
        by_judges = bool(np.any((found.met[:, 0] > 0) & (base.met[:, 0] == 0)))
        if not len(other) and not by_judges:
            return Trial(SAME, (), f"{self.games:,} games")
        gone = [d for d in watching if self._wants(d, readings) and not found.met[self.numbers[d.name], 0]]
        if gone and len(other):
            most = MANY * WIDER * STEPS
            wide = _joined(found, self._played(readings, number, played, WIDER * self.games, most))
            trial = self._noticed(wide, base, watching)
            if trial is not None:
                return trial
            by = tuple(d.name for d in gone if not wide.met[self.numbers[d.name], 0])
            if by:
                return Trial(NOTICED, by, f"met in none of {len(wide.digests):,} games")
        if not len(other):
            return Trial(DIFFERENT, (), "properties say something else of the same games")
        return Trial(DIFFERENT, (), f"{len(other):,} of {played:,} games go otherwise")

    def _wants(self, decl: PropertyDecl, readings: Sequence[int]) -> bool:
        """Whether the property is as expected only if some state meets it."""
        return _meets(decl, decl.expected(self.instance.name, self._members(readings)).outcome)

    def _noticed(self, found: _Games, base: _Games, watching: Sequence[PropertyDecl]) -> Trial | None:
        for place, silence in enumerate(self.system.silences, 1):
            if found.ends[place, 0] and not base.ends[place, 0]:
                return Trial(NOTICED, ("a silence",), silence.what)
        by = [
            d
            for d in watching
            if found.met[self.numbers[d.name], 0] and not base.met[self.numbers[d.name], 0]
        ]
        if not by:
            return None
        steps = min(int(found.met[self.numbers[d.name], 1]) for d in by)
        return Trial(NOTICED, tuple(d.name for d in by), f"in a game, after {steps:,} steps")

    # ---------------------------------------------------------------------------------------- playing

    def _played(self, chosen: Sequence[int], number: int, begin: int, end: int, most: int = 2**62) -> _Games:
        """Games ``begin`` to ``end``, or fewer where they have more than ``most`` steps.

        Raises ModelError, and KeyboardInterrupt on Ctrl-C.
        """
        block = np.zeros(loops.PLAY_BLOCK, np.int64)
        env = self.native.new_env(
            self.mutated.readings(chosen, number), [p.default for p in self.system.parameters]
        )
        ends = np.zeros((2 + self.sizes["SILENCES"] + (1 << self.sizes["PLAYERS"]), k.NOTE), np.int64)
        met = np.zeros((max(1, self.sizes["JUDGES"]), k.NOTE), np.int64)
        digests = np.zeros(end, np.int64)
        with Interrupts() as interrupts:
            for first in range(begin, end, CHUNK):
                block[k.S_AT] = first
                status = self._calls["told_games"](
                    pointer(block),
                    pointer(env),
                    self.seed,
                    min(end, first + CHUNK),
                    self.longest,
                    pointer(self._moves),
                    pointer(self._weights),
                    len(self._moves),
                    pointer(ends),
                    pointer(met),
                    pointer(digests),
                )
                if interrupts.raised:
                    raise KeyboardInterrupt
                if status != k.DONE:
                    code = int(block[k.S_CODE])
                    raise fault(self.system, self.coding, int(block[k.S_STATUS]), (), code)
                if block[loops.S_TOTAL] > most:
                    end = min(end, first + CHUNK)
                    break
        return _Games(digests[begin:end], met, ends, int(block[loops.S_TOTAL]), int(block[S_LONGEST]))


def _meets(decl: PropertyDecl, expected: str) -> bool:
    """Whether that outcome is shown by a state that the property's judge singles out."""
    return (expected == "holds") == (decl.kind == "reachable")


def _joined(one: _Games | None, two: _Games) -> _Games:
    """Games and those after them."""
    if one is None:
        return two
    digests = np.concatenate([one.digests, two.digests])
    return _Games(
        digests,
        _sum(one.met, two.met),
        _sum(one.ends, two.ends),
        one.steps + two.steps,
        max(one.longest, two.longest),
    )


def _sum(one: Array, two: Array) -> Array:
    """Two tables of notes as one: the counts add up, and the first is the one after fewer steps."""
    out = np.where((one[:, :1] > 0) & ((two[:, :1] == 0) | (one[:, 1:2] <= two[:, 1:2])), one, two)
    out[:, 0] = one[:, 0] + two[:, 0]
    return out


__all__ = ["PlayBench"]
