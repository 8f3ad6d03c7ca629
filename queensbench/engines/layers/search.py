"""The coordinator of an exploration by levels: it hands out tasks, and writes down each level that is whole.

A *level* holds the states with the same least number of choices, then of steps, as the explorer counts them
(:mod:`queensbench.engines.explore.explorer`).  Levels are taken in that order: the states of a level are expanded; what
chance leads to lies a step further, what choices lead to a choice and a step.  When a level's turn comes, all its
candidates are there; they are merged by ranges of states, and what stands in earlier levels is left out.  So a state is
looked for in earlier levels once for a whole level, in order, and never by itself.

Small levels are made in memory (:mod:`queensbench.engines.layers.strides`), and written together.

The result does not depend on the ranges, the workers or the memory.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np

import queensbench
from queensbench.engines.explore.state_table import NO_IMAGES
from queensbench.engines.layers.checkpoints import END, FORMAT, LEVEL, START, WHAT, Scratch, opened
from queensbench.engines.layers.graph_questions import LevelAnswer
from queensbench.engines.layers.level_files import LevelFiles, Stopped
from queensbench.engines.layers.level_graph import asked_of_graph
from queensbench.engines.layers.level_readings import LevelParting, compared_readings
from queensbench.engines.layers.level_steps import LevelSteps, judged_steps
from queensbench.engines.layers.messages import Expanded, Expansion, Merged, Merging
from queensbench.engines.layers.run_kernels import library
from queensbench.engines.layers.runs import Run, RunWriter, State, damaged, told
from queensbench.engines.layers.settings import LayerSettings, Level, Notes, Told, room_for, stride_share
from queensbench.engines.layers.sites import ordered, site, written
from queensbench.engines.layers.strides import Stride
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import Array, Interrupts, fault
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import ModelError

MASK = (1 << 64) - 1
MOST_STEPS = 65535
JOINED = 1 << 22
"""Runs with more states than this together are not joined: looking into each costs little beside reading it."""
JOINED_NAME = "joined-"
"""How the name of a run begins that holds states of levels once more, to be looked into."""
FANOUT = 8
"""So many groups of runs of a tier are joined into one of the next, so that deep graphs have few to look into."""


class Layers(LevelFiles):
    """An exploration by levels: what it has found, and how it goes on.

    ``pending``: the candidates of levels to come, by choices and steps.  ``earlier``: the levels so far as runs to look
    into, where the runs of many levels may be joined.  ``sums``: of two hashes of all states.  ``whole``: nothing is
    left to do; else ``reason`` says what ended the search.  ``answers_by_graph``: to the questions of the settings;
    None where these were not asked, or ``unanswered`` says why they could not be.  ``steps_judged``: what the judges of
    steps have found, ``partings``: how other readings compare; None where they were not asked.

    The names of runs hold a random text of this search: a task of an earlier one may still run on another machine, and
    must write nothing that is read here.
    """

    def __init__(self, box: Box, raw: Sequence[int], settings: LayerSettings) -> None:
        super().__init__(box, raw, settings)
        self.room = room_for(settings, self.words)
        share = stride_share(settings)
        self.stride = Stride(str(settings.scratch), self.name, self.words, share, judging=settings.judging)
        self.small = min(settings.small, self.stride.most // 8)
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
        self._after = ""
        self._outside = 0
        self._unnoted: list[Run] = []
        self._own = secrets.token_hex(4)
        self.answers_by_graph: list[LevelAnswer] | None = None
        self.unanswered = ""
        self.steps_judged: LevelSteps | None = None
        self.partings: list[LevelParting] | None = None

    # -------------------------------------------------------------------------------------- begin

    def about(self) -> dict[str, Any]:
        """The description of the exploration in the scratch folder."""
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
            with Interrupts() as self.interrupts:
                while not self.whole and not self.reason:
                    self.seconds = before + time.perf_counter() - begun
                    with suppress(Stopped):
                        self._step()
                    if self.interrupts.raised and not self.whole:
                        self.reason = "interrupted"
                if self.reason != "interrupted":
                    try:
                        self._ask_more()
                    except Stopped:
                        self.reason = "interrupted"
            self.seconds = before + time.perf_counter() - begun
        finally:
            self.interrupts = None
            self.scratch.close()

    def _ask_more(self) -> None:
        """Ask what needs all states once more: steps, readings, the graph.  Raises Stopped on Ctrl-C."""
        graph = self.whole and self.settings.questions
        if self.settings.steps or self.settings.others or graph:  # what levels took in memory is given back
            self.stride = Stride(str(self.settings.scratch), self.name, self.words, 0, judging=False)
        if self.settings.steps:
            self.steps_judged = judged_steps(self)
        if self.settings.others:
            self.partings = compared_readings(self)
        if graph:
            self.answers_by_graph, self.unanswered = asked_of_graph(self, self.settings.questions, self._own)

    def _take_up(self) -> None:
        """Read what the folder holds; without a level, find the start."""
        told_levels, self._after = self.scratch.levels()
        runs: dict[tuple[str, int], Run] = {}
        kept = {WHAT, "lock", END}
        for data in told_levels:
            kept.add(LEVEL.format(len(self.levels)))
            for level in map(Level.of_json, data["levels"]):
                self.keep(level)
                runs |= {(one.name, one.at): one for one in level.runs}
            runs |= {(one.name, one.at): one for one in map(Run.of_json, data["joined"])}
        if told_levels:
            self._recall(told_levels[-1], runs)
        end = self.scratch.end(self._after)
        if end is not None:  # nothing is left to merge, nor to look into
            self.pending, self.earlier = {}, []
        held = [one for level in self.levels for one in level.runs]
        held += [one for runs_ in self.pending.values() for one in runs_]
        held += [one for _, runs_ in self.earlier for one in runs_]
        needed = {(one.name, one.at): one.named for one in held}
        if self.settings.resume:
            self.scratch.check((needed[name] for name in sorted(needed)), self.words)
        self.scratch.sweep(kept | {name for name, _ in needed})
        if not self.levels:
            self._plant()
        if end is not None:
            self.notes, self.whole = Notes.of_json(end["notes"]), True

    def _recall(self, data: dict[str, Any], runs: dict[tuple[str, int], Run]) -> None:
        """Take up what the last level's file says."""
        self.notes = Notes.of_json(data["notes"])
        self.sums = (int(data["sums"][0]), int(data["sums"][1]))
        self.pending = {(c, s): [Run.of_json(one) for one in found] for c, s, found in data["pending"]}
        self.earlier = [
            (tier, tuple(runs[name, at] for name, at in named)) for tier, named in data["earlier"]
        ]
        self.seconds = float(data["seconds"])
        self._joined = int(data["joinings"])
        self._made = int(data["made"])
        self.disk = sum(one.size for level in self.levels for one in level.runs)

    def _plant(self) -> None:
        """Write the start state as the only candidate of the first level."""
        native = self.rules.native
        call = self.rules.functions
        env = native.new_env(self.name.readings, self.name.parameters)
        cells = np.zeros(len(self.rules.system.cells), np.int32)
        status = call["start_state"](cells, env, 1)
        if status <= 0:
            raise fault(self.rules.system, self.rules.coding, status, ())
        packed = np.zeros(self.words, np.uint64)
        call["locate"](cells, packed, NO_IMAGES)
        first = self.rules.first_clause
        self.notes.clauses = env[first : first + len(self.rules.system.clauses)].copy()
        with told(self.settings.scratch):
            self.pending[0, 0] = [written(str(self.settings.scratch), START, packed, 1, self.words)]

    # --------------------------------------------------------------------------------------- steps

    def _step(self) -> None:
        """Make small levels, or expand the last level; and make the next one."""
        if self._is_small():
            self._stride()
            if self.reason or (self.interrupts is not None and self.interrupts.raised):
                return
        elif self.levels and self.notes.expanded < self.states:
            self._expand()
        while self.pending:
            key = min(self.pending)
            if self._merge(*key, self.pending.pop(key)):
                return
            if self.reason:
                return
        self.scratch.write(
            END,
            {
                "after": self._after,
                "notes": self.notes.to_json(),
                "states": self.states,
                "sums": list(self.sums),
            },
        )
        joined = (one.name for _, group in self.earlier for one in group if one.name.startswith(JOINED_NAME))
        self.scratch.remove([*self._stale, *joined])
        self.whole = True

    def _expand(self) -> None:
        """Expand the last level."""
        place = len(self.levels) - 1
        level = self.levels[place]
        share = max(4096, -(-level.states // (2 * self.settings.workers)))
        pieces = self.parts(place, min(self.settings.piece, share))
        scratch, room = str(self.settings.scratch), self.room
        names = [f"level-{place:06}-from-{n}-{self._own}" for n in range(len(pieces))]
        tasks = [
            Expansion(scratch, self.name, name, piece, room, self.settings.judging)
            for name, piece in zip(names, pieces, strict=True)
        ]
        answers = self.answers(tasks)
        found = [one for one in answers if isinstance(one, Expanded)]
        faults = [one.fault for one in found if one.fault is not None]
        if faults:
            raise self._faulty(*min(faults, key=lambda one: one[1]))
        for one in found:
            self.notes.add(one)
            for runs, key in (
                (one.chance, (level.choices, level.steps + 1)),
                (one.choice, (level.choices + 1, level.steps + 1)),
            ):
                if runs:
                    self.pending.setdefault(key, []).extend(runs)
        if self.notes.expanded != self.states:
            raise damaged(scratch, LEVEL.format(place))

    def _faulty(self, status: int, number: int, code: int) -> ModelError:
        """The error of a state whose moves cannot be found, with a shortest play to it."""
        return fault(self.rules.system, self.rules.coding, status, self.play_to(number), code)

    def _merge(self, choices: int, steps: int, runs: list[Run]) -> bool:
        """Make a level of its candidates; False if none of them is new, or it has more states or steps than allowed."""
        place = len(self.levels)
        earlier = [one for _, group in self.earlier for one in group]
        merged = self._merged(f"level-{place:06}.{self._made}-{self._own}", runs, earlier)
        self._made += 1
        states = sum(one.run.states for one in merged)
        self._stale += [one.name for one in runs]
        whole = tuple(one.run for one in merged if one.run.states)
        self._stale += [one.run.name for one in merged if not one.run.states]
        if not states:
            return False
        if steps > MOST_STEPS:
            self.reason = "max_steps"
            return False
        most = self.settings.max_states
        if most is not None and self.states + states > most:
            self.reason = "max_states"
            return False
        self.keep(Level(choices, steps, states, whole))
        for one in merged:
            self._add(one.sums)
        self.disk += sum(one.size for one in whole)
        self.earlier.append((0, whole))
        self._join()
        self._note(place)
        return True

    def _add(self, sums: Sequence[int]) -> None:
        self.sums = ((self.sums[0] + sums[0]) & MASK, (self.sums[1] + sums[1]) & MASK)

    def _merged(self, name: str, runs: Sequence[Run], earlier: Sequence[Run]) -> list[Merged]:
        """Merge runs by ranges, without what stands in earlier ones."""
        cuts = self._cuts(runs)
        tasks = []
        for n, (lower, upper) in enumerate(zip([None, *cuts], [*cuts, None], strict=True)):
            met = [tuple(one.named for one in many if one.meets(lower, upper)) for many in (runs, earlier)]
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

    def _join(self) -> None:
        """Join the runs of many levels, so that there are fewer to look into."""
        while True:
            tier = self.earlier[-1][0]
            last = self.earlier[-FANOUT:]
            if len(last) < FANOUT or last[0][0] != tier:
                return
            runs = [one for _, group in last for one in group]
            if sum(one.states for one in runs) > JOINED:
                return
            joined = self._merged(f"{JOINED_NAME}{self._joined:06}-{self._own}", runs, ())
            self._joined += 1
            self._stale += [one.name for one in runs if one.name.startswith(JOINED_NAME)]
            whole = tuple(one.run for one in joined if one.run.states)
            self._stale += [one.run.name for one in joined if not one.run.states]
            self._unnoted += whole
            self.earlier[-FANOUT:] = [(tier + 1, whole)]

    # -------------------------------------------------------------------------------- small levels

    def _is_small(self) -> bool:
        """Whether what is to be expanded and merged next is little enough to be done in memory."""
        waiting = self.states - self.notes.expanded
        found = sum(one.states for runs in self.pending.values() for one in runs)
        return waiting <= self.small and found <= 4 * self.small and self.small > 0

    def _stride(self) -> None:
        """Make levels in memory while they are small; what is left to do then is in files."""
        stride = self.stride
        last = self.levels[-1] if self.notes.expanded < self.states else None
        with told(self.settings.scratch):
            stride.begin(
                len(self.levels),
                self.notes.expanded,
                last.runs if last else (),
                (last.choices, last.steps) if last else (0, 0),
                self.pending,
            )
            self._outside = len(self.earlier)
            saved = time.monotonic()
            while True:
                found = stride.expand()
                if found is not None:
                    self._save(noting=False)
                    raise self._faulty(*found)
                if not self._grow() or (self.interrupts is not None and self.interrupts.raised):
                    break
                if time.monotonic() - saved >= self.settings.saved:
                    self._save()
                    saved = time.monotonic()
            self._save(renew=True)

    def _grow(self) -> bool:
        """Make the next level in memory; False if there is none, it is not small, or a bound is reached."""
        stride = self.stride
        while stride.pending:
            key = min(stride.pending)
            outer = [one for _, group in self.earlier[: self._outside] for one in group]
            missing = self.behind[stride.begun] - self.behind[stride.marked]
            if outer and stride.pays(missing, self.behind[stride.begun]):
                stride.mark_runs(
                    [one for level in self.levels[stride.marked : stride.begun] for one in level.runs]
                )
            keys, count = stride.candidates(key, outer)
            if not count:
                del stride.pending[key]
                continue
            keys = keys[: count * self.words]
            most = self.settings.max_states
            if key[1] > MOST_STEPS:
                self.reason = "max_steps"
            elif most is not None and stride.number + count > most:
                self.reason = "max_states"
            if self.reason or count > self.small or stride.crowded(count):
                stride.pending[key] = [keys.copy()]
                return False
            if stride.table.count + count > stride.most:
                keys = keys.copy()
                self._save(renew=True)
            stride.keep(key, keys, count)
            return True
        return False

    def _save(self, *, renew: bool = False, noting: bool = True) -> None:
        """Write the levels that were made in memory, and what they lead to.

        ``renew``: the table is emptied; ``noting``: what is written counts from now on.
        """
        stride = self.stride
        place = len(self.levels)
        first = stride.saved
        self._save_levels(place)
        if renew:
            old = [one for _, group in self.earlier[self._outside :] for one in group]
            self._stale += [one.name for one in old if one.name.startswith(JOINED_NAME)]
            del self.earlier[self._outside :]
            first, start = 0, stride.begun
        else:
            start = place
        if len(self.levels) - start == 1:
            self.earlier.append((0, self.levels[-1].runs))
        elif len(self.levels) > start:
            joined = self._written(f"{JOINED_NAME}{self._joined:06}-{self._own}.0", stride.rest(first))
            self._joined += 1
            self._unnoted.append(joined)
            self.earlier.append((1, (joined,)))
        self._stale += [one.name for runs in self.pending.values() for one in runs]
        self.pending = {}
        for key, found in stride.pending.items():
            name = f"level-{place:06}-from-{self._made}-{self._own}.p0"
            self._made += 1
            self.pending[key] = [self._written(name, np.concatenate(found))]
        self.notes.add(stride.noted())
        if noting and len(self.levels) > place:
            self._note(place)
        if renew:
            stride.renew(len(self.levels))
            self._join()  # which may be ended by Ctrl-C
            self._outside = len(self.earlier)

    def _save_levels(self, place: int) -> None:
        """Write the levels that were made in memory into one file."""
        stride = self.stride
        if not stride.levels:
            return
        sums = np.zeros(2, np.uint64)
        digest = library(self.words)["digest"]
        with RunWriter(
            self.settings.scratch, f"levels-{place:06}.{self._made}-{self._own}", self.words
        ) as writer:
            for small, states in stride.fresh():
                writer.add(states, small.states)
                digest(View(states), small.states, View(sums))
                run = writer.cut()
                self.keep(Level(*small.key, small.states, (run,)))
                self.disk += run.size
        self._made += 1
        self._add([int(one) for one in sums])
        stride.written()

    def _written(self, name: str, states: Array) -> Run:
        """Write states in any order as a run."""
        keys, count = ordered(states, len(states) // self.words, self.words, site())
        return written(str(self.settings.scratch), name, keys, count, self.words)

    def _note(self, place: int) -> None:
        """Write down the levels from a place on, which are whole, and remove what they were made of."""
        self._after = self.scratch.write(
            LEVEL.format(place),
            {
                "after": self._after,
                "levels": [level.to_json() for level in self.levels[place:]],
                "joined": [one.to_json() for one in self._unnoted],
                "pending": [[*key, [one.to_json() for one in runs]] for key, runs in self.pending.items()],
                "earlier": [[tier, [[one.name, one.at] for one in runs]] for tier, runs in self.earlier],
                "notes": self.notes.to_json(),
                "sums": list(self.sums),
                "seconds": self.seconds,
                "joinings": self._joined,
                "made": self._made,
            },
        )
        self.scratch.remove(self._stale)
        self._stale = []
        self._unnoted = []
        states, expected = self.states, self.settings.expected
        left = self.seconds * (expected / states - 1) if 20 * states > expected > states else None
        self.settings.progress(Told(states, self.levels[-1].choices, self.disk, self.seconds, left))
