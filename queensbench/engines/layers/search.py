"""The coordinator of an exploration by levels: it hands out tasks, and writes down each level that is whole.

A *level* holds the states with the same least number of choices, then of steps, as the explorer counts them
(:mod:`queensbench.engines.explore.explorer`).  Levels are taken in that order: the states of a level are expanded; what
chance leads to lies a step further, what choices lead to a choice and a step.  When a level's turn comes, all its
candidates are there; they are merged by ranges of states, and what stands in earlier levels is left out.  So a state is
looked for in earlier levels once for a whole level, in order, and never by itself.

The result does not depend on the ranges, the workers or the memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import queensbench
from queensbench.engines.explore.state_table import NO_IMAGES
from queensbench.engines.layers import kernels as loops
from queensbench.engines.layers.checkpoints import END, FORMAT, LEVEL, WHAT, Scratch, opened
from queensbench.engines.layers.runs import Run, RunReader, State, told
from queensbench.engines.layers.tasks import (
    BoxName,
    Expanded,
    Expansion,
    Merged,
    Merging,
    Part,
    Result,
    Rules,
    Seeking,
    Sought,
    Submit,
    Task,
    here,
    known,
    run,
    written,
)
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import Array, Interrupts, fault, functions
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput
from queensbench.rules.typed.digest import digest

MASK = (1 << 64) - 1
MOST_STEPS = 65535
FANOUT = 16
"""So many runs of a kind are joined into one that is greater, so that deep graphs have few to look into."""
PIECE = 1 << 19
"""The states of a level that one task expands, at most."""
SHARD = 1 << 20
"""The candidates that one task merges, about."""
MOST_ROOM = 1 << 22
LEAST_ROOM = 1 << 14
BASE = 160 << 20
"""What a process takes with the toolkit and a compiler loaded."""
WORKER = 48 << 20
"""What a worker takes beside the states that it sorts."""


@dataclass(frozen=True)
class Told:
    """How far an exploration is: states and levels found, bytes on disk, seconds so far, and left if that is known."""

    states: int
    level: int
    disk: int
    seconds: float
    left: float | None


def _nothing(so_far: Told) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class LayerSettings:
    """What to explore by levels, and within which bounds.

    Attributes:
        scratch: the folder for the levels.
        memory: the bytes of all workers together.
        workers: how many there are in this process, each on a thread of its own.
        resume: go on with the exploration that the folder holds.
        max_states: the search ends before the level with which there would be more.
        judging: whether properties are evaluated.
        project: the folder of the project, for workers in other processes.
        expected: about how many states there are, if that is known.
        progress: told after each level.
        submit: carries out tasks elsewhere, in place of the workers here.
        piece, shard: the states that one task expands, and merges.
    """

    scratch: Path
    memory: int = 512 << 20
    workers: int = 2
    resume: bool = False
    max_states: int | None = None
    judging: bool = True
    project: str = ""
    expected: int = 0
    progress: Callable[[Told], None] = _nothing
    submit: Submit | None = None
    piece: int = PIECE
    shard: int = SHARD


@dataclass(frozen=True)
class Level:
    """The states with so many choices and steps: how many, and the runs that hold them, in order."""

    choices: int
    steps: int
    states: int
    runs: tuple[Run, ...]

    def to_json(self) -> list[Any]:
        """The fields as a list."""
        return [self.choices, self.steps, self.states, [run.to_json() for run in self.runs]]

    @staticmethod
    def of_json(data: list[Any]) -> Level:
        """The level that :meth:`to_json` has told of."""
        return Level(data[0], data[1], data[2], tuple(Run.of_json(one) for one in data[3]))


@dataclass
class Notes:
    """What is known of the states that were expanded: counts, and firsts by their numbers."""

    expanded: int = 0
    transitions: int = 0
    ends: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    judged: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    scores: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    clauses: Array = field(default_factory=lambda: np.zeros(0, np.int64))

    def add(self, one: Expanded) -> None:
        """Take in what a task has found."""
        self.expanded += one.counts[0]
        self.transitions += one.counts[1]
        self.ends = _noted(self.ends, np.array(one.ends, np.int64))
        self.judged = _noted(self.judged, np.array(one.judged, np.int64))
        self.scores = _extremes(self.scores, np.array(one.scores, np.int64))
        clauses = np.array(one.clauses, np.int64)
        self.clauses = clauses if not len(self.clauses) else self.clauses + clauses

    def to_json(self) -> list[Any]:
        """The fields as a list."""
        arrays = (self.ends, self.judged, self.scores, self.clauses)
        return [self.expanded, self.transitions, *(a.tolist() for a in arrays)]

    @staticmethod
    def of_json(data: list[Any]) -> Notes:
        """The notes that :meth:`to_json` has told of."""
        return Notes(data[0], data[1], *(np.array(a, np.int64) for a in data[2:]))


def _noted(mine: Array, more: Array) -> Array:
    """Notes (a count, a key and the first state) of two tasks as one."""
    if not len(mine):
        return more
    a, b = mine.reshape(-1, k.NOTE), more.reshape(-1, k.NOTE)
    theirs = (b[:, 0] > 0) & ((a[:, 0] == 0) | (b[:, 2] < a[:, 2]))
    out = np.where(theirs[:, None], b, a)
    out[:, 0] = a[:, 0] + b[:, 0]
    return out.reshape(-1)


def _extremes(mine: Array, more: Array) -> Array:
    """The extremes of scores of two tasks as one; each is a value, a key and the first state."""
    if not len(mine):
        return more
    a, b = mine.reshape(-1, 3), more.reshape(-1, 3)
    theirs = (b[:, 0] < a[:, 0]) | ((b[:, 0] == a[:, 0]) & (b[:, 2] < a[:, 2]))
    return np.where(theirs[:, None], b, a).reshape(-1)


class Threads:
    """Workers on threads of this process."""

    def __init__(self, count: int) -> None:
        self.pool = ThreadPoolExecutor(count) if count > 1 else None

    def __call__(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
        """Carry out tasks."""
        if self.pool is None or len(tasks) == 1:
            yield from here(tasks)
            return
        places = {self.pool.submit(run, task): place for place, task in enumerate(tasks)}
        try:
            for done in as_completed(places):
                yield places[done], done.result()
        finally:
            for one in places:
                one.cancel()

    def close(self) -> None:
        """End the threads, once their tasks have ended."""
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)


class Layers:
    """An exploration by levels: what it has found, and how it goes on.

    Attributes as of :class:`~queensbench.engines.layers.layered_space.LayeredSpace`.
    """

    def __init__(self, box: Box, raw: Sequence[int], settings: LayerSettings) -> None:
        self.box, self.settings = box, settings
        self.rules: Rules = known(box)
        self.words = self.rules.words
        parameters = tuple(box.parameters())
        self.name = BoxName(
            settings.project,
            f"{box.ruleset}/{box.mode.name}",
            box.instance.name,
            tuple(raw),
            parameters,
            digest(box.system),
        )
        self.room = room_for(settings, self.words)
        self.levels: list[Level] = []
        self.starts = 0
        self.pending: dict[tuple[int, int], list[Run]] = {}
        self.earlier: list[tuple[int, tuple[Run, ...]]] = []
        self.notes = Notes()
        self.sums = (0, 0)
        self.disk = 0
        self.reason = ""
        self.whole = False
        self.seconds = 0.0
        self._joined = 0
        self._made = 0
        self._stale: list[str] = []
        self._threads = Threads(settings.workers)
        self.submit: Submit = settings.submit or self._threads

    # -------------------------------------------------------------------------------------- begin

    def about(self) -> dict[str, Any]:
        """What is explored, as the scratch folder tells it."""
        return {
            "format": FORMAT,
            "toolkit": queensbench.__version__,
            "mode": self.name.mode,
            "instance": self.name.instance,
            "rules": self.name.rules,
            "readings": list(self.name.readings),
            "parameters": list(self.name.parameters),
            "judging": self.settings.judging,
        }

    def search(self) -> None:
        """Go on from what the scratch folder holds until nothing is new, or a bound is reached."""
        begun = time.perf_counter()
        self.scratch: Scratch = opened(self.settings.scratch, self.about(), resume=self.settings.resume)
        try:
            self._take_up()
            before = self.seconds
            with Interrupts() as interrupts:
                while not self.whole and not self.reason:
                    self.seconds = before + time.perf_counter() - begun
                    self._step()
                    if interrupts.raised and not self.whole:
                        self.reason = "interrupted"
            self.seconds = before + time.perf_counter() - begun
        finally:
            self.scratch.close()

    def close(self) -> None:
        """End the workers."""
        self._threads.close()

    def _take_up(self) -> None:
        """Read what the folder holds; without a level, find the start."""
        told_levels = self.scratch.levels()
        runs: dict[str, Run] = {}
        for data in told_levels:
            self.levels.append(Level.of_json(data["level"]))
            for one in self.levels[-1].runs:
                runs[one.name] = one
            for joined in data["joined"]:
                runs[joined[0]] = Run.of_json(joined)
        if told_levels:
            self._recall(told_levels[-1], runs)
        kept = {WHAT, "lock", END, *(LEVEL.format(n) for n in range(len(self.levels)))}
        needed = {one.name for level in self.levels for one in level.runs}
        needed |= {one.name for runs_ in self.pending.values() for one in runs_}
        needed |= {one.name for _, runs_ in self.earlier for one in runs_}
        if self.settings.resume:
            self.scratch.check(sorted(needed), self.words)
        self.scratch.sweep(kept | needed)
        if not self.levels:
            self._plant()
        end = self.scratch.read(END)
        if end is not None:
            self.notes, self.whole = Notes.of_json(end["notes"]), True

    def _recall(self, data: dict[str, Any], runs: dict[str, Run]) -> None:
        """Take up what the last level's file says."""
        self.notes = Notes.of_json(data["notes"])
        self.sums = (int(data["sums"][0]), int(data["sums"][1]))
        self.pending = {(c, s): [Run.of_json(one) for one in found] for c, s, found in data["pending"]}
        self.earlier = [(tier, tuple(runs[name] for name in names)) for tier, names in data["earlier"]]
        self.seconds = float(data["seconds"])
        self._joined = int(data["joinings"])
        self._made = int(data["made"])
        self.disk = sum(one.size for level in self.levels for one in level.runs)

    def _plant(self) -> None:
        """Write the start state as the only candidate of the first level."""
        native = self.rules.native
        call = functions(native, loops.EXPANDER)
        env = native.new_env(self.name.readings, self.name.parameters)
        cells = np.zeros(len(self.rules.system.cells), np.int32)
        status = call["start_state"](cells, env, 1)
        if status <= 0:
            raise fault(self.rules.system, self.rules.coding, status, ())
        packed = np.zeros(self.words, np.uint64)
        call["locate"](cells, packed, NO_IMAGES)
        first = self.rules.native.layout.clauses
        self.notes.clauses = env[first : first + len(self.rules.system.clauses)].copy()
        with told(self.settings.scratch):
            self.pending[0, 0] = [written(str(self.settings.scratch), "start-0", packed, 1, self.words)]

    # --------------------------------------------------------------------------------------- steps

    @property
    def states(self) -> int:
        """How many states the levels hold."""
        return sum(level.states for level in self.levels)

    def _step(self) -> None:
        """Expand the last level, and make the next one."""
        if self.levels and self.notes.expanded < self.states:
            self._expand()
        while self.pending:
            key = min(self.pending)
            if key[1] > MOST_STEPS:
                self.reason = "max_steps"
                return
            if self._merge(*key, self.pending.pop(key)):
                return
            if self.reason:
                return
        self.scratch.write(
            END, {"notes": self.notes.to_json(), "states": self.states, "sums": list(self.sums)}
        )
        self.scratch.remove(self._stale)
        self.whole = True

    def parts(self, place: int, most: int) -> list[tuple[Part, ...]]:
        """The states of a level in pieces of about so many, each a list of parts of runs."""
        number = sum(level.states for level in self.levels[:place])
        pieces: list[tuple[Part, ...]] = []
        piece: list[Part] = []
        held = 0
        for one in self.levels[place].runs:
            if held + one.states <= most:
                piece.append(Part(one.name, 0, -1, number))
                held += one.states
            else:
                with told(self.settings.scratch):
                    before = RunReader(self.settings.scratch, one.name, self.words).before
                first = 0
                while first < len(before) - 1:
                    last = int(np.searchsorted(before, before[first] + most - held, "right")) - 1
                    last = min(max(last, first + (not piece)), len(before) - 1)
                    if last > first:
                        piece.append(Part(one.name, first, last, number + int(before[first])))
                        held += int(before[last] - before[first])
                        first = last
                    if held >= most or first < len(before) - 1:
                        pieces.append(tuple(piece))
                        piece, held = [], 0
            number += one.states
        if piece:
            pieces.append(tuple(piece))
        return pieces

    def _expand(self) -> None:
        """Expand the last level."""
        place = len(self.levels) - 1
        level = self.levels[place]
        share = max(4096, -(-level.states // (2 * self.settings.workers)))
        pieces = self.parts(place, min(self.settings.piece, share))
        scratch, room = str(self.settings.scratch), self.room
        tasks = [
            Expansion(scratch, self.name, f"level-{place:06}-from-{n}", piece, room, self.settings.judging)
            for n, piece in enumerate(pieces)
        ]
        answers = self.answers(tasks)
        found = [one for one in answers if isinstance(one, Expanded)]
        faults = [one.fault for one in found if one.fault is not None]
        if faults:
            status, number, code = min(faults, key=lambda one: one[1])
            play = self.play_to(number)
            raise fault(self.rules.system, self.rules.coding, status, play, code)
        for one in found:
            self.notes.add(one)
            for runs, key in (
                (one.chance, (level.choices, level.steps + 1)),
                (one.choice, (level.choices + 1, level.steps + 1)),
            ):
                if runs:
                    self.pending.setdefault(key, []).extend(runs)

    def answers(self, tasks: Sequence[Task]) -> list[Result]:
        """The answers to tasks, in their order."""
        found: list[Result | None] = [None] * len(tasks)
        for place, answer in self.submit(tasks):
            found[place] = answer
        return [one for one in found if one is not None]

    def _merge(self, choices: int, steps: int, runs: list[Run]) -> bool:
        """Make a level of its candidates; False if none of them is new, or if it would be more than is allowed."""
        place = len(self.levels)
        earlier = [one for _, group in self.earlier for one in group]
        merged = self._merged(f"level-{place:06}.{self._made}", runs, earlier)
        self._made += 1
        states = sum(one.run.states for one in merged)
        self._stale += [one.name for one in runs]
        whole = tuple(one.run for one in merged if one.run.states)
        self._stale += [one.run.name for one in merged if not one.run.states]
        if not states:
            return False
        most = self.settings.max_states
        if most is not None and self.states + states > most:
            self.reason = "max_states"
            return False
        self.levels.append(Level(choices, steps, states, whole))
        for one in merged:
            self.sums = ((self.sums[0] + one.sums[0]) & MASK, (self.sums[1] + one.sums[1]) & MASK)
        self.disk += sum(one.size for one in whole)
        self.earlier.append((0, whole))
        self._note(place, self._join())
        return True

    def _merged(self, name: str, runs: Sequence[Run], earlier: Sequence[Run]) -> list[Merged]:
        """Merge runs by ranges, without what stands in earlier ones."""
        cuts = self._cuts(runs)
        tasks = []
        for n, (lower, upper) in enumerate(zip([None, *cuts], [*cuts, None], strict=True)):
            met = [tuple(one.name for one in many if one.meets(lower, upper)) for many in (runs, earlier)]
            tasks.append(
                Merging(
                    str(self.settings.scratch),
                    self.words,
                    f"{name}.{n}",
                    met[0],
                    met[1],
                    lower,
                    upper,
                    self.room,
                )
            )
        return [one for one in self.answers(tasks) if isinstance(one, Merged)]

    def _cuts(self, runs: Sequence[Run]) -> list[State]:
        """States that cut runs into ranges of about as many states as one task is to merge."""
        total = sum(one.states for one in runs)
        shards = -(-total // min(self.settings.shard, max(1, self.room // 2)))
        if shards < 2:
            return []
        samples = sorted((state, one.states / len(one.samples)) for one in runs for state in one.samples)
        cuts: list[State] = []
        seen = 0.0
        for state, weight in samples:
            if seen >= (len(cuts) + 1) * total / shards and (not cuts or state > cuts[-1]):
                cuts.append(state)
            seen += weight
        return cuts

    def _join(self) -> list[Run]:
        """Join the runs of many levels into one that is as good to look into; the runs that were made."""
        made: list[Run] = []
        while True:
            tier = self.earlier[-1][0]
            last = self.earlier[-FANOUT:]
            if len(last) < FANOUT or last[0][0] != tier:
                return made
            runs = [one for _, group in last for one in group]
            joined = self._merged(f"joined-{self._joined:06}", runs, ())
            self._joined += 1
            if tier:
                self._stale += [one.name for one in runs]
            whole = tuple(one.run for one in joined if one.run.states)
            self._stale += [one.run.name for one in joined if not one.run.states]
            made += whole
            self.earlier[-FANOUT:] = [(tier + 1, whole)]

    def _note(self, place: int, joined: list[Run]) -> None:
        """Write down a level that is whole, and remove what it was made of."""
        level = self.levels[place]
        self.scratch.write(
            LEVEL.format(place),
            {
                "level": level.to_json(),
                "joined": [one.to_json() for one in joined],
                "pending": [[*key, [one.to_json() for one in runs]] for key, runs in self.pending.items()],
                "earlier": [[tier, [one.name for one in runs]] for tier, runs in self.earlier],
                "notes": self.notes.to_json(),
                "sums": list(self.sums),
                "seconds": self.seconds,
                "joinings": self._joined,
                "made": self._made,
            },
        )
        self.scratch.remove(self._stale)
        self._stale = []
        states, expected = self.states, self.settings.expected
        left = self.seconds * (expected / states - 1) if 20 * states > expected > states else None
        self.settings.progress(Told(states, level.choices, self.disk, self.seconds, left))

    # --------------------------------------------------------------------------------------- plays

    def place_of(self, number: int) -> int:
        """The level of a state."""
        seen = 0
        for place, level in enumerate(self.levels):
            seen += level.states
            if number < seen:
                return place
        raise BadInput(f"state {number} was not found by this exploration")

    def state(self, number: int) -> State:
        """The words of a state."""
        place = self.place_of(number)
        number -= sum(level.states for level in self.levels[:place])
        for one in self.levels[place].runs:
            if number < one.states:
                with told(self.settings.scratch):
                    return RunReader(self.settings.scratch, one.name, self.words).state(number)
            number -= one.states
        raise AssertionError

    def line(self, number: int) -> list[State]:
        """The states from the start to a state, found by walking back through the levels.

        Each is the first of its level from which a move leads to the next.
        """
        line = [self.state(number)]
        place = self.place_of(number)
        by_key = {(level.choices, level.steps): n for n, level in enumerate(self.levels)}
        while place:
            level = self.levels[place]
            before = -1
            for chance, key in (
                (False, (level.choices - 1, level.steps - 1)),
                (True, (level.choices, level.steps - 1)),
            ):
                if key in by_key and before < 0:
                    before = self._before(by_key[key], line[-1], chance=chance)
            if before < 0:
                raise BadInput(
                    "a level does not lead to the next one", where=f"scratch folder {self.settings.scratch}"
                )
            line.append(self.state(before))
            place = self.place_of(before)
        return line[::-1]

    def _before(self, place: int, state: State, *, chance: bool) -> int:
        """The first state of a level from which a move leads to a state, or -1."""
        pieces = self.parts(place, self.settings.piece)
        scratch = str(self.settings.scratch)
        tasks = [Seeking(scratch, self.name, piece, (state,), chance) for piece in pieces]
        for first in range(0, len(tasks), 2 * self.settings.workers):
            some = self.answers(tasks[first : first + 2 * self.settings.workers])
            found = [one.numbers[0] for one in some if isinstance(one, Sought) and one.numbers[0] >= 0]
            if found:
                return min(found)
        return -1

    def play_to(self, number: int) -> list[int]:
        """The codes of one shortest play to a state."""
        native = self.rules.native
        call = functions(native, loops.EXPANDER)
        env = native.new_env(self.name.readings, self.name.parameters)
        moves = np.empty(max(1, self.rules.coding.count), np.int64)
        work = k.Workspace(View(np.zeros(k.BLOCK, np.int64)), View(env), View(moves), len(moves))
        cells = np.zeros(len(self.rules.system.cells), np.int32)
        after = np.zeros_like(cells)
        line = self.line(number)
        call["unpack_state"](np.array(line[0], np.uint64), cells)
        codes = []
        for state in line[1:]:
            code = call["way"](cells, after, work, np.array(state, np.uint64), NO_IMAGES)
            assert code >= 0
            codes.append(code)
            cells, after = after, cells
        return codes


def room_for(settings: LayerSettings, words: int) -> int:
    """The states that a worker may hold.  Raises BadInput where the memory is too little for any."""
    per = (settings.memory - BASE) // settings.workers - WORKER
    room = per // (16 * words)
    if room < LEAST_ROOM:
        least = BASE + settings.workers * (WORKER + 16 * words * LEAST_ROOM)
        raise BadInput(
            f"{settings.memory >> 20} MiB is too little for {settings.workers} workers",
            where="--memory",
            remedy=f"give {-(-least >> 20)} MiB or more",
        )
    return int(min(room, MOST_ROOM))
