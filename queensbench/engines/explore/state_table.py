"""The explorer's store of states: words, parents, steps and kinds in two shards, with hash tables to find them.

A state's *id* is ``2 * index + shard``.  States are stored in full, so that two states are never taken for one.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from queensbench.engines.explore import kernels as loops
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, Cells, NativeCode, functions
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput
from queensbench.rules.typed.ir import System, size
from queensbench.rules.typed.move_codes import Coding

SHARDS = 2
MAX_STATES = 200_000_000
MAX_BYTES = 4 << 30
NONE = 2**32 - 1
FIRST_ROOM, MOST_ROOM = 1 << 13, 1 << 17  # messages in an outbox: rounds grow with the search
FIRST_BITS = 12
HUGE = 16 << 20  # bytes from which on huge pages are asked for
ROUND = 1 << 16  # states that a shard looks at between two barriers
SMALL = 2000  # with fewer states to look at, a second thread costs more than it gives


class Symmetry:
    """A group acting on states, as tables.

    ``elements``: for each element but the identity, the cell from which each cell takes its value, and for
    each cell the map of raw values (a list over the source cell's type from its ``lo`` on), or None if values
    stay.

    Raises BadInput for a table of the wrong shape or a value outside its cell.
    """

    def __init__(
        self, system: System, elements: Iterable[tuple[Sequence[int], Sequence[Sequence[int] | None]]]
    ) -> None:
        cells = len(system.cells)
        sources: list[Sequence[int]] = []
        offsets: list[list[int]] = []
        images: list[int] = []
        known: dict[tuple[int, ...], int] = {}
        for source, maps in elements:
            if sorted(source) != list(range(cells)) or len(maps) != cells:
                raise BadInput(
                    "a symmetry does not permute the cells", remedy=f"name each of {cells} cells once"
                )
            row = []
            for cell, (place, values) in enumerate(zip(source, maps, strict=True)):
                old, new = system.cells[place], system.cells[cell]
                if values is None:
                    inside = new.lo <= old.lo and old.hi <= new.hi
                else:
                    inside = len(values) == size(old) and all(new.lo <= v <= new.hi for v in values)
                if not inside:
                    raise BadInput(
                        f"a symmetry takes cell {place} to cell {cell} with values outside its range"
                    )
                if values is None:
                    row.append(k.IDENTITY)
                    continue
                start = known.setdefault(tuple(values), len(images))
                if start == len(images):
                    images += values
                row.append(start - old.lo)
            sources.append(source)
            offsets.append(row)
        self.order = len(sources)
        self.source = np.array(sources, np.int32).reshape(-1)
        self.offset = np.array(offsets, np.int32).reshape(-1)
        self.image = np.array(images or [0], np.int32)

    def images(self) -> k.Images:
        """The group as kernels take it."""
        return k.Images(self.order, View(self.source), View(self.offset), View(self.image))


NOTHING = View(np.zeros(1, np.int32))
NO_IMAGES = k.Images(0, NOTHING, NOTHING, NOTHING)


@dataclass(frozen=True)
class ExploreSettings:
    """The settings of one exploration.

    Attributes:
        readings: the raw reading of each ruling; the house readings if None.
        parameters: the value of each parameter; the defaults if None.
        start: vectors of raw cells from which to start, each settled first; the start state of the rules if None.
        max_states: the search ends when another state would be one too many.
        max_bytes: the same for the memory of states and tables.
        symmetry: states are merged with their images; judges must not tell images apart.
        progress: called with the number of states and the level, at most five times a second.
        targets: judges; the search ends with the level in which the last of them has held somewhere.
        expected: about how many states there are, if that is known; the level of optimisation depends on it.
        judging: whether properties are evaluated.
    """

    readings: Sequence[int] | None = None
    parameters: Sequence[int] | None = None
    start: Sequence[Cells] | None = None
    max_states: int = MAX_STATES
    max_bytes: int = MAX_BYTES
    symmetry: Symmetry | None = None
    progress: Callable[[int, int], None] | None = None
    targets: Sequence[int] = ()
    expected: int = 0
    judging: bool = True


def reserved(count: int, kind: type[np.integer[Any]], huge: int = 0) -> Array:
    """An array of zeros that takes memory as it fills: page by page, and from ``huge`` bytes on by huge pages.

    Huge pages suit arrays with random access.  In an array that fills from the front they leave up to 2 MB unused,
    which is much for a few hundred thousand states.  ``huge`` is a multiple of 2 MB, or 0 for no huge pages.
    """
    nbytes = count * np.dtype(kind).itemsize
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(count, kind)
    pages = mmap.mmap(-1, nbytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if 0 < huge < nbytes:
        pages.madvise(mmap.MADV_HUGEPAGE, huge, nbytes - huge)
    return np.frombuffer(pages, kind)


class Shard:
    """The states whose hash is even, or odd: their arrays, and the search's buffers on their side."""

    def __init__(self, number: int, words: int, rows: int, max_bytes: int, env: Array, cap: int) -> None:
        self.number = number
        self.width = words
        self.max_bytes = max_bytes
        self.refused = False  # whether the system has given less memory than the budget allows
        self.env = env
        self.block = np.zeros(k.BLOCK, np.int64)
        self.reserve(rows)
        self.enter(FIRST_BITS)
        self.lowered = np.empty(1024, np.uint32)
        self.queue: list[list[Any]] = []
        self.status = k.DONE
        self.stopped = ""
        self.widen(cap, FIRST_ROOM)

    def reserve(self, rows: int) -> None:
        """Reserve room for states, for fewer if the machine refuses."""
        while True:
            try:
                self.words = reserved(rows * self.width, np.uint64, HUGE)
                self.parents = reserved(rows, np.uint32)
                self.steps = reserved(rows, np.uint16)
                self.kinds = reserved(rows, np.uint8)
            except (MemoryError, OSError):
                if rows < 4096:
                    raise
                rows //= 2
                self.refused = True
            else:
                self.rows = rows
                arrays = (self.words, self.parents, self.steps, self.kinds)
                self.states = loops.ShardStates(self.number, *(View(a) for a in arrays))
                return

    def enter(self, bits: int) -> None:
        """Make an empty table of ``2**bits`` slots; an old one is given up first."""
        self.bits = bits
        for slots in (0, 1 << bits):
            self.table = np.zeros(slots, np.uint32)
            self.found = loops.HashTable(self.states.words, View(self.table), bits)

    def widen(self, cap: int, room: int) -> None:
        """Make buffers for ``cap`` moves of one state and ``room`` messages; the outboxes must be empty."""
        self.cap = cap
        self.room = max(room, cap)
        self.moves = np.empty(cap, np.int64)
        self.out = [np.empty(self.room * (self.width + 1), np.uint64) for _ in range(SHARDS)]
        self.work = k.Workspace(View(self.block), View(self.env), View(self.moves), cap)
        self.boxes = [View(box) for box in self.out]
        self.outboxes = loops.Outboxes(self.boxes[0], self.boxes[1], self.room)

    @property
    def count(self) -> int:
        """How many states the shard holds."""
        return int(self.block[k.S_COUNT])

    @property
    def fill(self) -> int:
        """The number of states that the table takes before it must grow, or at most if the budget forbids that."""
        slots = 1 << self.bits
        held = (self.max_bytes - 4 * slots) // (8 * self.width + 7)
        return min(held, slots * 11 // 16 if self.affords(self.bits + 1) else slots * 7 // 8)

    def affords(self, bits: int) -> bool:
        """Whether the budget has room for a table of ``2**bits`` entries."""
        return self.count * (8 * self.width + 7) + (4 << bits) <= self.max_bytes

    def pending(self) -> int:
        """How many states are yet to be looked at under the present steps."""
        return sum(end - begin for begin, end, _ in self.queue)


class Store:
    """The states of one exploration, and the notes about them."""

    def __init__(self, native: NativeCode, system: System, run: ExploreSettings) -> None:
        self.native = native
        self.system = system
        self.run = run
        self.coding = Coding(system)
        self.call = functions(native, loops.EXPLORER)
        self.sizes = k.constants(system)
        self.width = self.sizes["WORDS"]
        self.images = run.symmetry.images() if run.symmetry is not None else NO_IMAGES
        half = run.max_bytes // SHARDS
        rows = max(16, min(run.max_states, half // (8 * self.width + 7), 2**31 - 2))
        cap = max(1, min(self.coding.count, 1024))
        self.shards = [
            Shard(n, self.width, rows, half, native.new_env(run.readings, run.parameters), cap)
            for n in range(SHARDS)
        ]
        for shard in self.shards:
            shard.block[k.S_UNJUDGED] = not run.judging
        ends = 1 + self.sizes["SILENCES"] + (1 << self.sizes["PLAYERS"])
        self.notes = [np.zeros(ends * k.NOTE, np.int64) for _ in range(SHARDS)]
        self.judged = [np.zeros(max(1, 2 * self.sizes["JUDGES"]) * k.NOTE, np.int64) for _ in range(SHARDS)]
        self.scores = [
            np.full(max(1, self.sizes["SCORES"]) * k.EXTREME, 2**62, np.int64) for _ in range(SHARDS)
        ]
        self.noting = [
            loops.ExplorerNotes(*(View(a) for a in arrays))
            for arrays in zip(self.notes, self.judged, self.scores, strict=True)
        ]
        self.bounds: list[tuple[int, int]] = []
        self.starts: list[Array] = []
        self.roots: list[int] = []
        self.reason = ""
        self.peak = 0
        self.level = 0

    def locate(self, cells: Array) -> int:
        """The id of a stored state, or -1."""
        packed = np.zeros(self.width, np.uint64)
        owner = self.shards[self.call["locate"](cells, packed, self.images)]
        place = self.call["find"](owner.found, packed)
        return SHARDS * place + owner.number if place >= 0 else -1

    @property
    def tables(self) -> loops.HashTables:
        """The tables of both shards, as they are now."""
        first, second = self.shards
        return loops.HashTables(first.found, second.found)

    @property
    def states(self) -> int:
        """How many states are stored."""
        return sum(shard.count for shard in self.shards)

    def counts(self) -> tuple[int, int]:
        """How many states each shard stores."""
        first, second = self.shards
        return first.count, second.count

    def place(self, state: int) -> tuple[Shard, int]:
        """The shard and index of an id; raises BadInput if there is no such state."""
        shard, index = self.shards[state % SHARDS], state // SHARDS
        if not 0 <= index < shard.count:
            raise BadInput(f"state {state} was not found by this exploration")
        return shard, index

    def line(self, state: int) -> list[int]:
        """The ids from a start state to a state, along the parents."""
        line = [state]
        while True:
            shard, index = self.place(line[-1])
            parent = int(shard.parents[index])
            if parent == NONE:
                return line[::-1]
            line.append(parent)

    def moves_to(self, state: int) -> list[int]:
        """The codes of one shortest play from a start state to a state.

        Under a symmetry the play is concrete: it starts from the start state itself and ends in an image of
        the stored state.
        """
        shard = self.shards[0]
        line = self.line(state)
        here = self.starts[self.roots.index(line[0])].copy()
        after = np.zeros_like(here)
        moves = np.empty(max(1, self.coding.count), np.int64)
        work = shard.work._replace(moves=View(moves), cap=len(moves))
        codes = []
        for step in line[1:]:
            owner, index = self.place(step)
            packed = owner.words[index * owner.width : (index + 1) * owner.width].copy()
            code = self.call["way"](here, after, work, packed, self.images)
            if code < 0:
                raise BadInput(
                    "a stored play cannot be followed",
                    remedy="check the declared symmetry, the play depends on it",
                )
            codes.append(code)
            here, after = after, here
        return codes
