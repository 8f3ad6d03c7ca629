"""The coordinator of an exploration by levels: it hands out tasks, and writes down each level that is whole.

A *level* holds the states with the same least number of choices, then of steps, as the explorer counts them
(:mod:`queensbench.engines.explore.explorer`).  Levels are taken in that order: the states of a level are expanded; what
chance leads to lies a step further, what choices lead to a choice and a step.  When a level's turn comes, all its
candidates are there; they are merged by ranges of states, and what stands in earlier levels is left out.  So a state is
looked for in earlier levels once for a whole level, in order, and never by itself.

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
from queensbench.engines.layers.level_files import LevelFiles, Stopped
from queensbench.engines.layers.messages import Expanded, Expansion, Merged, Merging
from queensbench.engines.layers.runs import Run, State, damaged, told
from queensbench.engines.layers.settings import LayerSettings, Level, Notes, Told, room_for
from queensbench.engines.layers.sites import written
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import Interrupts, fault

MASK = (1 << 64) - 1
MOST_STEPS = 65535
JOINED = 1 << 22
"""Runs with more states than this together are not joined: looking into each costs little beside reading it."""
FANOUT = 8
"""So many groups of runs of a tier are joined into one of the next, so that deep graphs have few to look into."""


class Layers(LevelFiles):
    """An exploration by levels: what it has found, and how it goes on.

    ``pending``: the candidates of levels to come, by choices and steps.  ``earlier``: the levels so far as runs to look
    into, where the runs of many levels may be joined.  ``sums``: of two hashes of all states.  ``whole``: nothing is
    left to do; else ``reason`` says what ended the search.

    The names of runs hold a random text of this search: a task of an earlier one may still run on another machine, and
    must write nothing that is read here.
    """

    def __init__(self, box: Box, raw: Sequence[int], settings: LayerSettings) -> None:
        super().__init__(box, raw, settings)
        self.room = room_for(settings, self.words)
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
        self._own = secrets.token_hex(4)

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
            self.seconds = before + time.perf_counter() - begun
        finally:
            self.interrupts = None
            self.scratch.close()

    def _take_up(self) -> None:
        """Read what the folder holds; without a level, find the start."""
        told_levels, self._after = self.scratch.levels()
        runs: dict[str, Run] = {}
        for data in told_levels:
            self.keep(Level.of_json(data["level"]))
            for one in self.levels[-1].runs:
                runs[one.name] = one
            for joined in data["joined"]:
                runs[joined[0]] = Run.of_json(joined)
        if told_levels:
            self._recall(told_levels[-1], runs)
        kept = {WHAT, "lock", END, *(LEVEL.format(n) for n in range(len(self.levels)))}
        held = [one for level in self.levels for one in level.runs]
        held += [one for runs_ in self.pending.values() for one in runs_]
        held += [one for _, runs_ in self.earlier for one in runs_]
        needed = {one.name: one.named for one in held}
        end = self.scratch.end(self._after)
        if self.settings.resume:
            self.scratch.check((needed[name] for name in sorted(needed)), self.words)
        self.scratch.sweep(kept | needed.keys())
        if not self.levels:
            self._plant()
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
        """Expand the last level, and make the next one."""
        if self.levels and self.notes.expanded < self.states:
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
        self.scratch.remove(self._stale)
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
        if self.notes.expanded != self.states:
            raise damaged(scratch, LEVEL.format(place))

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

    def _join(self) -> list[Run]:
        """Join the runs of many levels, so that there are fewer to look into; returns the runs that were made."""
        made: list[Run] = []
        while True:
            tier = self.earlier[-1][0]
            last = self.earlier[-FANOUT:]
            if len(last) < FANOUT or last[0][0] != tier:
                return made
            runs = [one for _, group in last for one in group]
            if sum(one.states for one in runs) > JOINED:
                return made
            joined = self._merged(f"joined-{self._joined:06}-{self._own}", runs, ())
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
        self._after = self.scratch.write(
            LEVEL.format(place),
            {
                "after": self._after,
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
