"""Mutants at full size: random games under any reading, with the random numbers of the unchanged model's games.

All mutants of a box are compiled into one native code, as for :mod:`queensbench.engines.mutate.exhaustive`.  Many games
of the model are played first, each with a digest of everything that happened in it, and with a note of the mutants that
show in it.  A mutant plays only games in which it shows, since the others are the same; if its games have the same
digests, it plays like the model.  A mutant is

* *noticed*, when a property fails that is expected to hold; when what is expected to be met, and is in the games of the
  model, is met in none; or by what the model states of itself: it leaves a range, contradicts itself, never settles, or
  falls silent or comes to a dead end where it never did (other games are played then: a property may notice);
* *different*, when some game goes otherwise and nothing has noticed;
* *the same*, when all games are alike, and what every property says in them.

What this engine cannot see: anything that uniform play meets rarely.  *The same* is said of so many games only.  Before
something counts as met no more, the mutant plays all games in which it shows, out of many more than otherwise.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from queensbench.engines.graphs.kernels import DECIDERS
from queensbench.engines.mutate.exhaustive import (
    DEAD_END,
    DIFFERENT,
    NOTICED,
    RANK,
    SAME,
    SILENCE,
    STUCK,
    Codes,
    Trial,
    stated,
)
from queensbench.engines.mutate.forked import answered
from queensbench.engines.mutate.kernels import S_LONGEST, TELLER, GameMarks, GameTallies, Trail
from queensbench.engines.mutate.readings import other_readings, readings_together
from queensbench.engines.mutate.walk_kernels import WALKER
from queensbench.engines.mutate.walks import WALKS, Walks
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, Interrupts, fault, functions, renewed
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.simulate import kernels as loops
from queensbench.engines.simulate.playouts import MAX_STEPS, ROOM
from queensbench.errors import ModelError
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl
from queensbench.rules.system import PROBED, properties_of, steps_of
from queensbench.rules.transforms.mutant_schemata import Mutated
from queensbench.rules.typed.move_codes import Coding

FEW, MOST = 20, 300
"""The fewest and the most games of a mutant under one reading."""
STEPS = 30_000
"""The steps that are enough for a mutant under one reading, roughly."""
WIDER = 20
"""How many times more games are played to see whether something is never met, and where mutants show."""
BESIDE = 2
"""The same factor under a reading other than the house's, as long as nothing is noticed there."""
MIXED_WIDER = 5
"""The same factor as ``WIDER`` under several other readings together, of which there are many."""
MIXED_STEPS = 2 * STEPS
"""The steps that are enough for a mutant that goes otherwise under several other readings together, in all of them."""
PLAYED_FIRST = 10
"""From so many mutants on for each other reading, all the games of the model that may be needed are played first."""
OTHERS = 5
"""How many times fewer games a mutant plays under a reading other than the house's."""
MANY = 5
"""The most steps of a mutant, as a multiple of the model's; if its games are longer, it plays fewer."""
CHUNK = 20
FIRST = 4
"""The games that are played before the results are first looked at."""
PLENTY = 10
"""In how many games of the model something must be met before its absence from the mutant's games counts."""
HOUSE = "the house readings"
"""The name of these among other readings."""
LONGER = 4
"""A game is cut off after this multiple of the steps of the unchanged model's longest game (with a minimum)."""


@dataclass
class _Games:
    """The results of some games of one selector under one reading.

    ``digests``: of each game.  ``met``: per judge, in how many states it fails, the fewest steps to one, and the first
    game with these.  ``ends``: deadlocks, silences, sets of winners, cut.  ``longest``: the steps of the longest game.
    ``error``: of the first game that broke off, or None.
    """

    digests: Array
    met: Array
    ends: Array
    steps: int
    longest: int
    error: ModelError | None = None


@dataclass
class _Base:
    """The games of the model as it is under one reading.

    ``marks``: for each game and selector whether that mutant shows in it.  ``failed``: for each game and judge
    whether it fails somewhere.  ``watching``: the properties that come out as expected.  ``failing``: the names of
    those that fail though they should not.
    """

    games: _Games
    marks: Array
    failed: Array
    watching: list[PropertyDecl]
    failing: list[str]


class PlayBench:
    """The mutants of one box, ready to be played.

    Args:
        mode, instance: what is played.
        mutated: its system, with the mutants in it.
        seed: of the luck that all games share.
        processes: how many play the model's games under many readings.
        house_only: nothing is played under other readings (:class:`~queensbench.engines.mutate.exhaustive.Codes`).
    """

    kernels: ClassVar[Sequence[Callable[..., int]]] = (*TELLER, *WALKER, *DECIDERS)
    """The loops that are compiled beside the rules."""

    def __init__(
        self,
        mode: Mode,
        instance: Instance,
        mutated: Mutated,
        *,
        seed: int = 1,
        processes: int = 1,
        house_only: bool = False,
    ) -> None:
        self.mode, self.instance, self.mutated, self.seed = mode, instance, mutated, seed
        self.processes = processes
        self.system = mutated.system
        self.codes = Codes(mutated, self.kernels, house_only=house_only)
        self.house_only = house_only
        self.sizes = k.constants(self.system)
        self.coding = Coding(self.system)
        room = max(1, min(self.coding.count, ROOM))
        self._moves, self._weights = np.empty(room, np.int64), np.empty(room, np.int64)
        self._calls: dict[int, Any] = {}
        self.house = [r.house for r in self.system.rulings[:-1]]
        self.numbers = {judge.name: number for number, judge in enumerate(self.system.judges)}
        asked = [d for d in properties_of(mode, instance) if d.kind in PROBED]
        self.decls = [d for d in (*asked, *steps_of(mode, instance)) if d.name in self.numbers]
        self.longest = MAX_STEPS
        trial = self._played(self.house, 0, np.arange(FEW), marking=self._tables(FEW))
        self.games = max(FEW, min(MOST, STEPS * FEW // max(trial.steps, 1)))
        self.longest = min(MAX_STEPS, 100 + LONGER * trial.longest)
        self._bases: dict[tuple[int, ...], _Base] = {}
        self._walks: dict[tuple[int, ...], Walks] = {}
        self._others: list[tuple[str, list[int]]] | None = None
        self._mixtures: list[tuple[str, list[int]]] | None = None
        self._mixed: set[tuple[int, ...]] = set()
        #: by name of a reading under which the unchanged model cannot be played: why
        self.left_out: dict[str, str] = {}
        #: by name of a reading, HOUSE the house's: what fails in games of the unchanged model, and is not watched
        self.failing: dict[str, list[str]] = {}

    # --------------------------------------------------------------------------------------- readings

    def readings(self) -> list[tuple[str, list[int]]]:
        """Every reading of the mode that differs from the house's in one ruling: its name, and the raw readings."""
        return other_readings(self.mode, self.system)

    def _members(self, chosen: Sequence[int]) -> list[Any]:
        """The readings as members, to ask what is expected of them."""
        declared = self.mode.rulings.declared() if self.mode.rulings is not None else ()
        return [list(d.readings)[raw] for d, raw in zip(declared, chosen, strict=True)]

    def _base(self, chosen: Sequence[int], times: int = WIDER) -> _Base:
        """Games of the model under a reading, at least ``times`` as many as a mutant plays.  Raises ModelError."""
        key = tuple(chosen)
        known = self._bases.get(key)
        if known is not None and len(known.games.digests) >= times * self.games:
            return known
        self._bases[key] = self._based(chosen, *self._noted(chosen, times))
        return self._bases[key]

    def _noted(self, chosen: Sequence[int], times: int) -> tuple[_Games, Array, Array]:
        """So many games of the model under a reading, with what each shows.  Raises ModelError."""
        tables = self._tables(times * self.games)
        return self._played(chosen, 0, np.arange(times * self.games), marking=tables), *tables

    def _based(self, chosen: Sequence[int], found: _Games, marks: Array, failed: Array) -> _Base:
        """The games with the properties that come out as expected in them."""
        watching, failing = [], []
        members = self._members(chosen)
        for decl in self.decls:
            expected = decl.expected(self.instance.name, members).outcome
            met = bool(found.met[self.numbers[decl.name], 0])
            if expected != "unknown" and met == _meets(decl, expected):
                watching.append(decl)
            elif expected != "unknown" and met:  # what should be met and is not may only be rare
                failing.append(decl.name)
        return _Base(found, marks, failed, watching, failing)

    def _noted_at_once(self, readings: Sequence[tuple[str, list[int]]], times: int) -> None:
        """Play the games of :meth:`_base` under many readings, several at once.

        Each process that tries mutants would play those under the other readings that it comes to need once more:
        where there are many mutants, they are played here.
        """
        if self.processes < 2 or len(readings) < 2:
            return
        if len(self.mutated.mutants) >= PLAYED_FIRST * len(readings):
            times = max(times, self._wider(readings[0][1]))
        left = [
            tuple(chosen)
            for _, chosen in readings
            if tuple(chosen) not in self._bases
            or len(self._bases[tuple(chosen)].games.digests) < times * self.games
        ]
        if len(left) < 2:
            return
        self.codes.noting.optimise()

        def noted(chosen: tuple[int, ...]) -> tuple[_Games, Array, Array] | None:
            try:
                return self._noted(chosen, times)
            except ModelError:
                return None  # as the caller finds

        for chosen, found in answered(left, noted, self.processes):
            if isinstance(found, tuple):
                self._bases[chosen] = self._based(chosen, *found)

    def _tables(self, games: int) -> tuple[Array, Array]:
        """Room for the notes on games: the mutants that show, and the judges that fail."""
        selectors = len(self.mutated.mutants) + 1
        return np.zeros((games, selectors), np.uint8), np.zeros((games, self.sizes["JUDGES"]), np.uint8)

    # ----------------------------------------------------------------------------------------- trying

    def touched(self, number: int) -> bool:
        """Whether a mutant shows in some game of the model under the house reading; if not, all games are the same."""
        self._walked(self.house)
        return bool(self._base(self.house).marks[:, number].any())

    def touched_by_others(self, number: int) -> bool:
        """Whether a mutant shows in some game of the model under another reading."""
        return self._touched(number, self.others())

    def touched_by_mixtures(self, number: int) -> bool:
        """Whether a mutant shows in some game of the model under other readings of several rulings together."""
        return self._touched(number, self.mixtures())

    def _touched(self, number: int, readings: Sequence[tuple[str, list[int]]]) -> bool:
        for _, chosen in readings:
            self._walked(chosen)
        return any(self._base(chosen, BESIDE).marks[:, number].any() for _, chosen in readings)

    def others(self) -> list[tuple[str, list[int]]]:
        """The other readings (:meth:`readings`) under which the unchanged model can be played."""
        if self._others is None:
            self._others = self._playable(self.readings())
        return self._others

    def mixtures(self) -> list[tuple[str, list[int]]]:
        """Other readings of several rulings together under which the model can be played."""
        if self._mixtures is None:
            mixed = readings_together(self.mode, self.system)
            self._mixed = {tuple(chosen) for _, chosen in mixed}
            self._mixtures = self._playable(mixed, MIXED_WIDER)
        return self._mixtures

    def _wider(self, readings: Sequence[int]) -> int:
        """How many times more games are played under readings to see whether something is never met."""
        return MIXED_WIDER if tuple(readings) in self._mixed else WIDER

    def _playable(
        self, readings: Sequence[tuple[str, list[int]]], times: int = BESIDE
    ) -> list[tuple[str, list[int]]]:
        found = []
        self._noted_at_once(readings, times)
        for name, chosen in readings:
            try:
                base = self._base(chosen, times)
            except ModelError as error:
                self.left_out[name] = error.what
            else:
                found.append((name, chosen))
                if base.failing:
                    self.failing[name] = base.failing
        return found

    def tried(self, number: int) -> Trial:
        """Try the ``number``-th mutant under the house reading."""
        base = self._base(self.house)
        return self._tried(number, self.house, np.flatnonzero(base.marks[:, number]), self.games, WIDER)

    def under_others(self, number: int) -> Trial:
        """Try the ``number``-th mutant under every reading that differs from the house's in one ruling.

        Games that the reading changes, or in which the mutant shows only under it, come first.  It ends as soon as a
        property notices.  Where games go otherwise and none does, it plays all games in which the mutant shows.
        """
        return self._under(number, self.others(), "readings")

    def under_mixtures(self, number: int) -> Trial:
        """Try the ``number``-th mutant as :meth:`under_others` does, under readings together."""
        return self._under(number, self.mixtures(), "mixtures of readings")

    def _under(self, number: int, readings: Sequence[tuple[str, list[int]]], what: str) -> Trial:
        most = max(FIRST, self.games // OTHERS)
        count = BESIDE * self.games
        left = MIXED_STEPS if readings is self._mixtures else None
        best = Trial(SAME, (), f"{count:,} games under each of {len(readings):,} {what}")
        otherwise = []
        for name, chosen in readings:
            numbers = self._shown_first(number, chosen)
            trial = self._tried(number, chosen, numbers, most, BESIDE)
            best = stronger(best, trial, name)
            if trial.by_property:
                return best
            if trial.outcome == DIFFERENT and len(numbers) > most:
                otherwise.append((name, chosen, numbers))
        for name, chosen, numbers in sorted(otherwise, key=lambda one: self._length(one[1])):
            games = len(numbers)
            if left is not None:
                games = min(games, left // self._length(chosen))
                left -= games * self._length(chosen)
            if games <= most:
                break
            trial = self._tried(number, chosen, numbers, games, BESIDE)
            best = stronger(best, trial, name)
            if trial.by_property:
                break
        return best

    def _length(self, chosen: Sequence[int]) -> int:
        """The steps of the model's games under a reading, on average, rounded up."""
        games = self._base(chosen, BESIDE).games
        return 1 + games.steps // max(1, len(games.digests))

    def touched_by_any(self, number: int) -> bool:
        """Whether a mutant shows in some game, under the house reading or another (:meth:`touched_by_others`)."""
        return self.touched(number) or self.touched_by_others(number)

    def under_any(self, number: int) -> Trial:
        """Try the ``number``-th mutant under the house reading, and if no property notices, under the others."""
        house = self.tried(number)
        if house.by_property:
            return house
        other = self.under_others(number)
        return other if other.by_property or RANK[other.outcome] > RANK[house.outcome] else house

    def _shown_first(self, number: int, chosen: Sequence[int]) -> Array:
        """The games of a reading in which a mutant shows, those first that are no games of the house reading."""
        count = BESIDE * self.games
        house, base = self._base(self.house, BESIDE), self._base(chosen, BESIDE)
        shows = base.marks[:count, number]
        alike: Array = np.equal(base.games.digests[:count], house.games.digests[:count])
        same = np.logical_and(alike, house.marks[:count, number])
        return np.concatenate([np.flatnonzero(shows & ~same), np.flatnonzero(shows & same)])

    @property
    def _rules(self) -> loops.GameRules:
        """How games are played."""
        return loops.GameRules(1, self.seed, self.longest, 1)

    def watching(self) -> list[PropertyDecl]:
        """The properties whose verdicts are as expected under the house reading without any mutant."""
        base = self._base(self.house)
        if base.failing:
            self.failing[HOUSE] = base.failing
        return base.watching

    def _tried(self, number: int, readings: Sequence[int], numbers: Array, most: int, times: int) -> Trial:
        """Play games ``numbers``, in which a mutant shows: ``most`` at first, and more where these do not settle it."""
        base = self._base(readings, times)
        count = len(base.games.digests)
        found: _Games | None = None
        played = 0
        while played < min(most, len(numbers)):
            end = min(most, len(numbers), played + (CHUNK if played else FIRST))
            found = _joined(found, self._gone_through(readings, number, numbers[played:end]))
            played = end
            trial = self._against(found, readings, times)
            if trial is not None:
                return trial
            if found.steps > MANY * STEPS:
                break
        if found is None:
            return Trial(SAME, (), f"{count:,} games")
        if found.error is not None:
            return stated(found.error)
        other = np.flatnonzero(found.digests != base.games.digests[numbers[:played]])
        by_judges = bool(np.any((found.met[:, 0] > 0) & (base.games.met[:, 0] == 0)))
        if not len(other) and not by_judges:
            return Trial(SAME, (), f"{count if played == len(numbers) else played:,} games")
        gone = self._gone(base, readings, number, found) if len(other) else []
        wider = self._wider(readings)
        if gone and times != wider:
            more = np.flatnonzero(self._base(readings, wider).marks[:, number])
            return self._tried(number, readings, more, self.games, wider)
        if gone:
            rest = numbers[played:]
            wide = found
            for begin in range(0, len(rest), CHUNK):
                if wide.steps > MANY * wider * STEPS:
                    break
                wide = _joined(wide, self._gone_through(readings, number, rest[begin : begin + CHUNK]))
                trial = self._against(wide, readings, times)
                if trial is not None:
                    return trial
                gone = [d for d in gone if not wide.met[self.numbers[d.name], 0]]
                if not gone:
                    break
            shown = base.failed[numbers[: len(wide.digests)]].sum(axis=0, dtype=int)
            if len(wide.digests) < len(numbers):  # what the model itself meets there is met no more
                gone = [d for d in gone if shown[self.numbers[d.name]] >= PLENTY]
            if gone:
                what = f"met in none of {len(wide.digests):,} games"
                return Trial(NOTICED, tuple(d.name for d in gone), what)
            found = wide
        own = self._of_the_model(found, readings, times)
        if own is not None:
            return own
        if not len(other):
            return Trial(DIFFERENT, (), "properties say something else of the same games")
        return Trial(DIFFERENT, (), f"{len(other):,} of {played:,} games go otherwise")

    def _gone(self, base: _Base, readings: Sequence[int], number: int, found: _Games) -> list[PropertyDecl]:
        """What should be met, and is met neither in the games played nor in those where the mutant does not show."""
        still = np.asarray(base.failed[base.marks[:, number] == 0].any(axis=0))
        if tuple(readings) in self._mixed:
            # of so many mixtures the luck of a single game would count in one
            still = still | (base.failed[base.marks[:, number] != 0].sum(axis=0, dtype=int) < PLENTY)
        return [
            d
            for d in base.watching
            if self._wants(d, readings)
            and not found.met[self.numbers[d.name], 0]
            and not still[self.numbers[d.name]]
        ]

    def _wants(self, decl: PropertyDecl, readings: Sequence[int]) -> bool:
        """Whether the property is as expected only if some state meets it."""
        return _meets(decl, decl.expected(self.instance.name, self._members(readings)).outcome)

    def _known(self, readings: Sequence[int], times: int) -> Iterator[_Base]:
        """So many games of the model under a reading, and more if those do not settle the mutant."""
        yield self._base(readings, times)
        if times != self._wider(readings):
            yield self._base(readings, self._wider(readings))

    def _against(self, found: _Games, readings: Sequence[int], times: int) -> Trial | None:
        """The properties that fail in games, and in none of many games of the model."""
        by: list[PropertyDecl] = []
        for base in self._known(readings, times):
            met = base.games.met
            numbers = ((d, self.numbers[d.name]) for d in base.watching)
            by = [d for d, number in numbers if found.met[number, 0] and not met[number, 0]]
            if not by:
                return None
        steps = min(int(found.met[self.numbers[d.name], 1]) for d in by)
        return Trial(NOTICED, tuple(d.name for d in by), f"in a game, after {steps:,} steps")

    def _of_the_model(self, found: _Games, readings: Sequence[int], times: int) -> Trial | None:
        """The error that broke off a game, or a silence or a dead end that no game of the model reached."""
        if found.error is not None:
            return stated(found.error)
        met = found.ends[: 1 + len(self.system.silences), 0] > 0
        for base in self._known(readings, times):
            if not met.any():
                return None
            met &= base.games.ends[: len(met), 0] == 0
        for place, silence in enumerate(self.system.silences, 1):
            if met[place]:
                return Trial(NOTICED, (SILENCE,), silence.what)
        return Trial(NOTICED, (DEAD_END,), STUCK) if met[0] else None

    # ---------------------------------------------------------------------------------------- playing

    def _walked(self, chosen: Sequence[int]) -> Walks:
        """The steps of the model's first games under a reading, as many as have room beside those of the others."""
        key = tuple(chosen)
        if key not in self._walks:
            marks = self._base(chosen, BESIDE).marks[: self.games * BESIDE]
            showing = np.flatnonzero(marks[:, 1:].any(axis=1))
            walks = Walks(self.codes, self.mutated, self._rules, (self._moves, self._weights))
            walks.keep(chosen, showing, WALKS // (1 + len(self._others or ()) + len(self._mixtures or ())))
            self._walks[key] = walks
        return self._walks[key]

    def _gone_through(self, chosen: Sequence[int], number: int, numbers: Array) -> _Games:
        """The games of a mutant, as :meth:`_played` has them; one in which it takes the model's steps is not played."""
        walks, base = self._walked(chosen), self._base(chosen, BESIDE)
        alike = np.asarray([walks.alike(chosen, number, game) for game in numbers.tolist()], bool)
        found = self._played(chosen, number, numbers[~alike])
        digests = base.games.digests[numbers]
        digests[~alike] = found.digests
        lengths = [walks.steps(game) for game in numbers[alike].tolist()]
        failing = np.zeros_like(found.met)
        failing[: self.sizes["JUDGES"], 0] = base.failed[numbers[alike]].sum(axis=0, dtype=int)
        failing[:, 1] = self.longest  # nobody asks: the model's own games fail there
        return replace(
            found,
            digests=digests,
            met=_sum(found.met, failing),
            steps=found.steps + sum(lengths),
            longest=max([found.longest, *lengths]),
        )

    def _played(
        self,
        chosen: Sequence[int],
        number: int,
        numbers: Array,
        *,
        marking: tuple[Array, Array] | None = None,
    ) -> _Games:
        """The games of these numbers.

        ``marking``: tables for what each game shows (:meth:`_tables`), for the unchanged model only.  A mutant's game
        that cannot go on ends there.  Raises ModelError if the model's cannot, and KeyboardInterrupt on Ctrl-C.
        """
        assert not self.house_only or list(chosen) == self.house, "the code knows the house readings alone"
        native = self.codes.running if marking is None else self.codes.noting
        if id(native) not in self._calls:
            self._calls[id(native)] = functions(native, TELLER)["told_games"]
        numbers = np.ascontiguousarray(numbers, np.int64)
        block = np.zeros(loops.PLAY_BLOCK, np.int64)
        env = native.new_env(
            self.mutated.readings(chosen, number), [p.default for p in self.system.parameters]
        )
        ends = np.zeros((2 + self.sizes["SILENCES"] + (1 << self.sizes["PLAYERS"]), k.NOTE), np.int64)
        met = np.zeros((max(1, self.sizes["JUDGES"]), k.NOTE), np.int64)
        digests = np.zeros(max(1, len(numbers)), np.int64)
        asked = native.asked_for(env)
        none = np.zeros(1, np.uint8)
        marks, failed = marking if marking is not None else (none, none)
        work = k.Workspace(View(block), View(env), View(self._moves), len(self._moves))
        tallies = GameTallies(View(ends), View(met), View(digests))
        total = len(asked) if marking is not None else 0
        shown = GameMarks(View(asked), total, View(marks), View(failed))
        error: ModelError | None = None
        with Interrupts() as interrupts:
            while block[k.S_AT] < len(numbers):
                begun = time.thread_time()
                status = self._calls[id(native)](
                    work,
                    self._weights,
                    self._rules,
                    numbers,
                    min(len(numbers), int(block[k.S_AT]) + CHUNK),
                    tallies,
                    shown,
                )
                if renewed(native, time.thread_time() - begun):
                    self._calls[id(native)] = functions(native, TELLER)["told_games"]
                if interrupts.raised:
                    raise KeyboardInterrupt
                if status != k.DONE:
                    code = int(block[k.S_CODE])
                    error = error or fault(self.system, self.coding, int(block[k.S_STATUS]), (), code)
                    if number == 0:
                        raise error
                    block[k.S_AT] += 1
        digests = digests[: len(numbers)]
        return _Games(digests, met, ends, int(block[loops.S_TOTAL]), int(block[S_LONGEST]), error)

    def _trail(self, number: int, chosen: Sequence[int], game: int) -> tuple[Array, Array]:
        """The states of a game, one in each row, and the digest of the game up to each."""
        native = self.codes.running
        block = np.zeros(loops.PLAY_BLOCK, np.int64)
        env = native.new_env(
            self.mutated.readings(chosen, number), [p.default for p in self.system.parameters]
        )
        width = len(self.system.cells)
        met = np.zeros((max(1, self.sizes["JUDGES"]), k.NOTE), np.int64)
        trail = np.zeros((self.longest + 1, width), np.int32)
        digests = np.zeros(self.longest + 1, np.int64)
        status = functions(native, TELLER)["told_game"](
            k.Workspace(View(block), View(env), View(self._moves), len(self._moves)),
            self._weights,
            self._rules,
            np.zeros(width, np.int32),
            game,
            met,
            Trail(View(trail), View(digests), len(trail)),
        )
        if status == k.FAULT:
            raise fault(self.system, self.coding, int(block[k.S_STATUS]), (), int(block[k.S_CODE]))
        count = int(block[loops.S_STEPS]) + 1
        return trail[:count], digests[:count]


def stronger(best: Trial, trial: Trial, reading: str) -> Trial:
    """Of two trials the one that says more; the second is of a reading."""
    if RANK[trial.outcome] > RANK[best.outcome] or trial.by_property:
        return replace(trial, what=f"under {reading}: {trial.what}")
    return best


def _meets(decl: PropertyDecl, expected: str) -> bool:
    """Whether a state that the property's judge singles out shows that outcome."""
    return (expected == "holds") == (decl.kind == "reachable")


def _joined(one: _Games | None, two: _Games) -> _Games:
    """The results of games and of those after them, joined."""
    if one is None:
        return two
    digests = np.concatenate([one.digests, two.digests])
    return _Games(
        digests,
        _sum(one.met, two.met),
        _sum(one.ends, two.ends),
        one.steps + two.steps,
        max(one.longest, two.longest),
        one.error or two.error,
    )


def _sum(one: Array, two: Array) -> Array:
    """Two tables of notes as one: counts are added, and of two first games the one with fewer steps stays."""
    out = np.where((one[:, :1] > 0) & ((two[:, :1] == 0) | (one[:, 1:2] <= two[:, 1:2])), one, two)
    out[:, 0] = one[:, 0] + two[:, 0]
    return out


__all__ = ["PlayBench"]
