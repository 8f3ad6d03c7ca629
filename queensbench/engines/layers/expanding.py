"""Expanding the states of a level: their successors as runs, and what is noted; and finding what leads to a state."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np

from queensbench.engines.explore.kernels import ExplorerNotes
from queensbench.engines.explore.state_table import NO_IMAGES
from queensbench.engines.layers import kernels as loops
from queensbench.engines.layers.messages import Expanded, Expansion, Part, Seeking, Sought
from queensbench.engines.layers.run_kernels import BLOCK, library
from queensbench.engines.layers.runs import EVERYTHING, GROUP, Run, RunReader
from queensbench.engines.layers.sites import Site, ordered, rules_of, written
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View
from queensbench.readers.native.layout import OVERFLOW

NO_SCORE = 2**62
"""What stands for an extreme of scores where no play has ended."""


def spans(scratch: str, parts: Sequence[Part], words: int, site: Site) -> Iterator[loops.Span]:
    """The states of parts of runs, some thousands at a time."""
    room = site.buffer("decoded", GROUP * BLOCK * words)
    gather = library(words)["gather"]
    for part in parts:
        reader = RunReader(scratch, part.run, words)
        last = part.last if part.last >= 0 else reader.blocks
        for first, chunk in reader.chunks(part.first, last, GROUP):
            count = gather(chunk, EVERYTHING, View(room), 0)
            number = part.number + int(reader.before[first] - reader.before[part.first])
            yield loops.Span(View(room), count, number)


class Expanding:
    """One expansion while it runs."""

    def __init__(self, task: Expansion, site: Site) -> None:
        self.task, self.site = task, site
        self.rules = rules_of(task.box)
        native, sizes = self.rules.native, self.rules.sizes
        self.words = self.rules.words
        self.env = native.new_env(task.box.readings, task.box.parameters)
        self.block = np.zeros(k.BLOCK, np.int64)
        self.block[k.S_UNJUDGED] = not task.judging
        self.room = task.room
        self.widen(max(1, min(self.rules.coding.count, 1024, self.room)))
        ends = 1 + sizes["SILENCES"] + (1 << sizes["PLAYERS"])
        self.ends = np.zeros(ends * k.NOTE, np.int64)
        self.judged = np.zeros(max(1, 2 * sizes["JUDGES"]) * k.NOTE, np.int64)
        self.scores = np.full(max(1, sizes["SCORES"]) * k.EXTREME, NO_SCORE, np.int64)
        self.notes = ExplorerNotes(View(self.ends), View(self.judged), View(self.scores))
        self.keys = site.buffer("keys", self.room * self.words)
        self.made: tuple[list[Run], list[Run]] = ([], [])

    def widen(self, cap: int) -> None:
        """Make room for the codes of so many moves of a state."""
        self.moves = np.empty(cap, np.int64)
        self.work = k.Workspace(View(self.block), View(self.env), View(self.moves), cap)

    def result(self) -> Expanded:
        """Expand all parts."""
        begun = time.thread_time()
        fault: tuple[int, int, int] | None = None
        for span in spans(self.task.scratch, self.task.parts, self.words, self.site):
            fault = self.expand(span)
            if fault is not None:
                break
        if fault is None:
            self.flush()
        return self.answer(fault, time.thread_time() - begun)

    def answer(self, fault: tuple[int, int, int] | None, seconds: float = 0.0) -> Expanded:
        """What was found so far, as an answer."""
        return Expanded(
            chance=tuple(self.made[0]),
            choice=tuple(self.made[1]),
            counts=(int(self.block[k.S_SEEN]), int(self.block[k.S_EDGES])),
            ends=tuple(self.ends.tolist()),
            judged=tuple(self.judged.tolist()),
            scores=tuple(self.scores.tolist()),
            clauses=tuple(self.clauses.tolist()),
            seconds=seconds,
            fault=fault,
        )

    @property
    def clauses(self) -> Array:
        """How often each clause was carried out."""
        first = self.rules.first_clause
        return self.env[first : first + len(self.rules.system.clauses)]

    def forget(self) -> None:
        """Begin all notes anew."""
        self.block[k.S_SEEN] = self.block[k.S_EDGES] = 0
        self.ends[:] = self.judged[:] = self.clauses[:] = 0
        self.scores[:] = NO_SCORE

    def expand(self, span: loops.Span) -> tuple[int, int, int] | None:
        """Expand a span; the fault that ended it, if one did."""
        self.block[k.S_AT] = 0
        while True:
            begun = time.thread_time()
            outlet = loops.Outlet(View(self.keys), self.room)
            status = self.rules.functions["expand_level"](self.work, span, outlet, self.notes, NO_IMAGES)
            self.rules.ran(time.thread_time() - begun)
            if status == k.DONE:
                return None
            if status == k.FAULT:
                return (int(self.block[k.S_STATUS]), int(self.block[k.S_BAD]), int(self.block[k.S_CODE]))
            self.flush()
            if status == k.NARROW and not self.wider():
                return (OVERFLOW, span.number + int(self.block[k.S_AT]), -1)

    def wider(self) -> bool:
        """Make room for more moves of one state; False if there cannot be more."""
        cap = len(self.moves)
        if cap >= self.rules.coding.count:
            return False
        self.widen(min(self.rules.coding.count, cap * 4))
        if len(self.moves) > self.room:
            self.room = len(self.moves)
            self.keys = self.site.buffer("keys", self.room * self.words)
        return True

    def flush(self) -> None:
        """Write the successors found so far as runs."""
        near, far = int(self.block[k.S_OUT]), int(self.block[k.S_OUT + 1])
        spans = ((0, near), (self.room - far, far))
        for made, letter, (begin, count) in zip(self.made, "cp", spans, strict=True):
            if count:
                keys = self.keys[begin * self.words : (begin + count) * self.words]
                name = f"{self.task.name}.{letter}{len(made)}"
                states = ordered(keys, count, self.words, self.site)
                made.append(written(self.task.scratch, name, *states, self.words))
        self.block[k.S_OUT : k.S_OUT + 2] = 0


def sought(task: Seeking, site: Site) -> Sought:
    """Carry out a seeking."""
    begun = time.thread_time()
    rules = rules_of(task.box)
    native, words = rules.native, rules.words
    call = rules.functions
    moves = np.empty(max(1, rules.coding.count), np.int64)
    block = np.zeros(k.BLOCK, np.int64)
    env = native.new_env(task.box.readings, task.box.parameters)
    work = k.Workspace(View(block), View(env), View(moves), len(moves))
    found = np.full(len(task.wanted), -1, np.int64)
    keys = np.array(task.wanted, np.uint64).reshape(-1)
    wanted = loops.Wanted(View(keys), View(found), len(found), int(task.chance))
    for span in spans(task.scratch, task.parts, words, site):
        block[k.S_AT] = 0
        if not call["seek"](work, span, wanted, NO_IMAGES):
            break
    return Sought(tuple(found.tolist()), time.thread_time() - begun)
