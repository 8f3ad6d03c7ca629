"""The tasks that an exploration by levels consists of: deterministic functions from files to files.

A task is a small value that can be pickled.  :func:`run` carries it out, in any process that sees the scratch folder
and the project: it reads runs, writes new ones under their own names (first under another name, then renamed), and
answers with what it has found.  The same task gives the same files and the same answer, wherever and how often it is
run; so a task that was lost is run again.

The coordinator (:mod:`queensbench.engines.layers.search`) takes any ``submit`` that carries out tasks: it gets a list
of tasks and yields the answer to each, with the task's place in the list, in any order.  It hands out the tasks of one
kind and level at a time, and waits for all of them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from queensbench.engines.boxes import boxed
from queensbench.engines.explore.kernels import ExplorerNotes
from queensbench.engines.explore.state_table import NO_IMAGES
from queensbench.engines.layers import kernels as loops
from queensbench.engines.layers.run_kernels import Bounds, library
from queensbench.engines.layers.runs import (
    GROUP,
    NO_STATE,
    Readers,
    Run,
    RunReader,
    RunWriter,
    State,
    state_of,
    told,
)
from queensbench.engines.layers.run_kernels import BLOCK
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import Array, functions, renewed
from queensbench.engines.runtime.compiling import compiled
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput
from queensbench.project import projects
from queensbench.readers.native.layout import OVERFLOW, layout
from queensbench.readers.native.program import Native
from queensbench.rules.typed.digest import digest
from queensbench.rules.typed.ir import System
from queensbench.rules.typed.move_codes import Coding


@dataclass(frozen=True)
class BoxName:
    """All that a process needs to make a box anew, by value.

    ``project``: its folder; ``mode``: ``ruleset/mode``; ``readings`` and ``parameters`` as native code takes them;
    ``rules``: the digest of the system, which must be that of the box that is made.
    """

    project: str
    mode: str
    instance: str
    readings: tuple[int, ...]
    parameters: tuple[int, ...]
    rules: str


@dataclass(frozen=True)
class Part:
    """Blocks ``first`` to ``last`` of a run (-1: to its end); ``number`` is that of the first state among them."""

    run: str
    first: int
    last: int
    number: int


@dataclass(frozen=True)
class Expansion:
    """Find the successors of some states of a level.

    ``room``: the most states that are held in memory.  Runs are written as ``NAME.c0``, ``NAME.c1``, ... (what chance
    leads to) and ``NAME.p0``, ... (what choices lead to).
    """

    scratch: str
    box: BoxName
    name: str
    parts: tuple[Part, ...]
    room: int
    judging: bool = True


@dataclass(frozen=True)
class Merging:
    """Merge what lies from ``lower`` on and below ``upper`` in runs into the run ``name``, without what is in ``earlier``.

    ``words``: of a state.
    """

    scratch: str
    words: int
    name: str
    runs: tuple[str, ...]
    earlier: tuple[str, ...]
    lower: State | None
    upper: State | None
    room: int


@dataclass(frozen=True)
class Seeking:
    """Find for each wanted state the first state among parts of a level from which a move leads to it.

    ``chance``: a move of chance, else of choice.
    """

    scratch: str
    box: BoxName
    parts: tuple[Part, ...]
    wanted: tuple[State, ...]
    chance: bool


Task: TypeAlias = Expansion | Merging | Seeking


@dataclass(frozen=True)
class Expanded:
    """The answer to an expansion.

    ``chance``, ``choice``: the runs of what chance and choices lead to.  ``counts``: states looked at, moves made.
    ``ends``, ``judged``, ``scores``: notes as :mod:`queensbench.engines.runtime.kernels` keeps them.  ``clauses``: how
    often each was carried out.  ``fault``: of the first state whose moves cannot be found: its status, its number and
    the move, or none.
    """

    chance: tuple[Run, ...]
    choice: tuple[Run, ...]
    counts: tuple[int, int]
    ends: tuple[int, ...]
    judged: tuple[int, ...]
    scores: tuple[int, ...]
    clauses: tuple[int, ...]
    seconds: float
    fault: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class Merged:
    """The answer to a merging: the run, and the sum of two hashes of its states."""

    run: Run
    sums: tuple[int, int]
    seconds: float


@dataclass(frozen=True)
class Sought:
    """The answer to a seeking: for each wanted state a number, or -1 where no move leads to it."""

    numbers: tuple[int, ...]
    seconds: float


Result: TypeAlias = Expanded | Merged | Sought
Submit: TypeAlias = Callable[[Sequence[Task]], Iterator[tuple[int, Result]]]


# ---------------------------------------------------------------------------------------- workers


class Rules:
    """The rules of a box in machine code, with the loops of this engine."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.coding = Coding(system)
        self.words = layout(system).words
        self.sizes = k.constants(system)
        self._lock = threading.Lock()

    @property
    def native(self) -> Native:
        """The machine code, made when it is first asked for."""
        with self._lock:
            if not hasattr(self, "_native"):
                self._native = compiled(self.system, loops.EXPANDER, level=2)
        return self._native

    def ran(self, seconds: float) -> bool:
        """Report how long loops ran; True if functions must be asked for again."""
        native = self.native
        with self._lock:
            return renewed(native, seconds)


_RULES: dict[str, Rules] = {}
_LOCK = threading.Lock()


def known(box: Box) -> Rules:
    """Make a box known in this process, so that its tasks need not load its project."""
    name = digest(box.system)
    with _LOCK:
        return _RULES.setdefault(name, Rules(box.system))


def rules_of(name: BoxName) -> Rules:
    """The rules that a task is about.  Raises BadInput where the project here has others."""
    found = _RULES.get(name.rules)
    if found is not None:
        return found
    ruleset, mode = projects.load(Path(name.project)).mode(name.mode)
    box = boxed(ruleset, mode, projects.mode_instance(mode, name.instance))
    if digest(box.system) != name.rules:
        raise BadInput(
            "the rules here are others than those of the exploration",
            where=f"{name.mode} {name.instance}",
            remedy="use the same version of rules and toolkit everywhere",
        )
    return known(box)


class _Site(threading.local):
    """The room of one worker: its buffers and the runs that it has opened."""

    def __init__(self) -> None:
        self.readers = Readers()
        self._buffers: dict[str, Array] = {}

    def buffer(self, name: str, size: int) -> Array:
        """Room for so many words, the same each time."""
        found = self._buffers.get(name)
        if found is None or len(found) < size:
            found = self._buffers[name] = np.empty(size, np.uint64)
        return found


@cache
def _site() -> _Site:
    return _Site()


def run(task: Task) -> Result:
    """Carry out a task.

    Raises BadInput where the scratch folder is full, gone or damaged, or the rules are not at hand.
    """
    with told(task.scratch):
        if isinstance(task, Expansion):
            return _Expanding(task, _site()).result()
        if isinstance(task, Seeking):
            return _sought(task, _site())
        return _merged(task, _site())


def here(tasks: Iterable[Task]) -> Iterator[tuple[int, Result]]:
    """Carry out tasks one after the other in this thread."""
    for place, task in enumerate(tasks):
        yield place, run(task)


# -------------------------------------------------------------------------------------- expanding


class _Expanding:
    """One expansion while it runs."""

    def __init__(self, task: Expansion, site: _Site) -> None:
        self.task, self.site = task, site
        self.rules = rules_of(task.box)
        native, sizes = self.rules.native, self.rules.sizes
        self.words = self.rules.words
        self.call = functions(native, loops.EXPANDER)
        self.library = library(self.words)
        self.env = native.new_env(task.box.readings, task.box.parameters)
        self.block = np.zeros(k.BLOCK, np.int64)
        self.block[k.S_UNJUDGED] = not task.judging
        self.room = task.room
        self.widen(max(1, min(self.rules.coding.count, 1024, self.room)))
        ends = 1 + sizes["SILENCES"] + (1 << sizes["PLAYERS"])
        self.ends = np.zeros(ends * k.NOTE, np.int64)
        self.judged = np.zeros(max(1, 2 * sizes["JUDGES"]) * k.NOTE, np.int64)
        self.scores = np.full(max(1, sizes["SCORES"]) * k.EXTREME, 2**62, np.int64)
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
        fault = None
        decoded = self.site.buffer("decoded", GROUP * BLOCK * self.words)
        for part in self.task.parts:
            reader = RunReader(self.task.scratch, part.run, self.words)
            for first, chunk in reader.chunks(
                part.first, part.last if part.last >= 0 else reader.blocks, GROUP
            ):
                count = self.library["gather"](chunk, _bounds(None, None), View(decoded), 0)
                number = part.number + int(reader.before[first] - reader.before[part.first])
                fault = self.expand(loops.Span(View(decoded), count, number))
                if fault is not None:
                    break
            if fault is not None:
                break
        if fault is None:
            self.flush()
        first_clause = layout(self.rules.system).clauses
        clauses = self.env[first_clause : first_clause + len(self.rules.system.clauses)]
        return Expanded(
            tuple(self.made[0]),
            tuple(self.made[1]),
            (int(self.block[k.S_SEEN]), int(self.block[k.S_EDGES])),
            *(tuple(a.tolist()) for a in (self.ends, self.judged, self.scores, clauses)),
            seconds=time.thread_time() - begun,
            fault=fault,
        )

    def expand(self, span: loops.Span) -> tuple[int, int, int] | None:
        """Expand a span; the fault that ended it, if one did."""
        self.block[k.S_AT] = 0
        while True:
            begun = time.thread_time()
            outlet = loops.Outlet(View(self.keys), self.room)
            status = self.call["expand_level"](self.work, span, outlet, self.notes, NO_IMAGES)
            if self.rules.ran(time.thread_time() - begun):
                self.call = functions(self.rules.native, loops.EXPANDER)
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
                keys, count = ordered(keys, count, self.words, self.site)
                name = f"{self.task.name}.{letter}{len(made)}"
                made.append(written(self.task.scratch, name, keys, count, self.words))
        self.block[k.S_OUT : k.S_OUT + 2] = 0


def ordered(keys: Array, count: int, words: int, site: _Site) -> tuple[Array, int]:
    """States sorted, each once: the array where they stand, and how many they are."""
    call = library(words)
    other = site.buffer("other", count * words)
    if call["sort"](View(keys), View(other), count):
        keys = other
    return keys, call["unique"](View(keys), count)


def written(scratch: str, name: str, keys: Array, count: int, words: int) -> Run:
    """Write sorted states as a run."""
    with RunWriter(scratch, name, words) as writer:
        writer.add(keys, count)
    assert writer.made is not None
    return writer.made


# --------------------------------------------------------------------------------------- merging


def _bounds(lower: State | None, upper: State | None) -> Bounds:
    """Bounds as kernels take them."""
    ends = [NO_STATE if s is None else View(np.array(s, np.uint64)) for s in (lower, upper)]
    return Bounds(ends[0], ends[1], int(lower is not None), int(upper is not None))


def _merged(task: Merging, site: _Site) -> Merged:
    begun = time.thread_time()
    sums = np.zeros(2, np.uint64)
    call = library(task.words)
    runs = [site.readers(task.scratch, name, task.words) for name in task.runs]
    earlier = [site.readers(task.scratch, name, task.words) for name in task.earlier]
    with RunWriter(task.scratch, task.name, task.words) as writer:
        for lower, upper in _pieces(runs, task.lower, task.upper, task.room):
            keys, count = _gathered(runs, lower, upper, site)
            keys, count = ordered(keys, count, task.words, site)
            for reader in earlier:
                count = _without(keys, count, reader)
            call["digest"](View(keys), count, View(sums))
            writer.add(keys, count)
    assert writer.made is not None
    return Merged(writer.made, (int(sums[0]), int(sums[1])), time.thread_time() - begun)


def _pieces(
    runs: Sequence[RunReader], lower: State | None, upper: State | None, room: int
) -> Iterator[tuple[State | None, State | None]]:
    """Ranges of states, in order, in each of which no more states stand in the runs than there is room for."""
    spans = [reader.span(lower, upper) for reader in runs]
    total = sum(int(r.before[b] - r.before[a]) for r, (a, b) in zip(runs, spans, strict=True) if a < b)
    if total <= room:
        yield lower, upper
        return
    cut = _middle(runs, spans, lower, upper)
    if cut is None:  # one block of each run
        yield lower, upper
        return
    yield from _pieces(runs, lower, cut, room)
    yield from _pieces(runs, cut, upper, room)


def _middle(
    runs: Sequence[RunReader],
    spans: Sequence[tuple[int, int]],
    lower: State | None,
    upper: State | None,
) -> State | None:
    """A state in the middle of the blocks' first states that lie within bounds, or None if there is none."""
    words = runs[0].words
    firsts = [
        r.firsts[a * words : b * words].reshape(-1, words) for r, (a, b) in zip(runs, spans, strict=True)
    ]
    table = np.concatenate(firsts)
    table = table[np.lexsort(table.T[::-1])]
    states = [state_of(row) for row in table] if len(table) < 64 else None
    if states is None:
        states = [state_of(row) for row in table[:: max(1, len(table) // 64)]]
    least = lower if lower is not None else states[0] if states else None
    inside = [s for s in states if least is not None and s > least and (upper is None or s < upper)]
    return inside[len(inside) // 2] if inside else None


def _gathered(
    runs: Sequence[RunReader], lower: State | None, upper: State | None, site: _Site
) -> tuple[Array, int]:
    """The states of runs within bounds, one run after the other."""
    words = runs[0].words if runs else 1
    call = library(words)["gather"]
    spans = [reader.span(lower, upper) for reader in runs]
    total = sum(int(r.before[b] - r.before[a]) for r, (a, b) in zip(runs, spans, strict=True) if a < b)
    keys = site.buffer("keys", total * words)
    count = 0
    bounds = _bounds(lower, upper)
    for reader, (first, last) in zip(runs, spans, strict=True):
        for _, chunk in reader.chunks(first, last):
            count = call(chunk, bounds, View(keys), count)
    return keys, count


def _without(keys: Array, count: int, reader: RunReader) -> int:
    """Drop those of sorted states that stand in a run; how many are left."""
    if not count or not reader.states:
        return count
    words = reader.words
    cursor = np.zeros(2, np.int64)
    low, high = state_of(keys[:words]), state_of(keys[(count - 1) * words : count * words])
    call = library(words)["subtract"]
    for _, chunk in reader.chunks(reader.block_of(low), reader.block_of(high) + 1):
        call(View(keys), count, chunk, View(cursor))
    looked, kept = int(cursor[0]), int(cursor[1])
    rest = count - looked
    if kept != looked:
        keys[kept * words : (kept + rest) * words] = keys[looked * words : count * words].copy()
    return kept + rest


# --------------------------------------------------------------------------------------- seeking


def _sought(task: Seeking, site: _Site) -> Sought:
    begun = time.thread_time()
    rules = rules_of(task.box)
    native, words = rules.native, rules.words
    call = functions(native, loops.EXPANDER)
    moves = np.empty(max(1, rules.coding.count), np.int64)
    block = np.zeros(k.BLOCK, np.int64)
    env = native.new_env(task.box.readings, task.box.parameters)
    work = k.Workspace(View(block), View(env), View(moves), len(moves))
    found = np.full(len(task.wanted), -1, np.int64)
    keys = np.array(task.wanted, np.uint64).reshape(-1)
    wanted = loops.Wanted(View(keys), View(found), len(found), int(task.chance))
    decoded = site.buffer("decoded", GROUP * BLOCK * words)
    for part in task.parts:
        reader = RunReader(task.scratch, part.run, words)
        for first, chunk in reader.chunks(part.first, part.last if part.last >= 0 else reader.blocks, GROUP):
            count = library(words)["gather"](chunk, _bounds(None, None), View(decoded), 0)
            number = part.number + int(reader.before[first] - reader.before[part.first])
            block[k.S_AT] = 0
            if not call["seek"](work, loops.Span(View(decoded), count, number), wanted, NO_IMAGES):
                break
    return Sought(tuple(found.tolist()), time.thread_time() - begun)
