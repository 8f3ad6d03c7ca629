"""Finding the edges between states of levels: tasks from runs to files of edges by number.

A file holds *segments*, each of states that stand side by side: of each state its first edge, and behind all of them
how many there are; of each edge the number of the state it leads to; of each state the judges that hold there; what it
is; and whose choice.  The first three are 32-bit numbers, the others bytes.  Such files last as long as the process
that asks for them.
"""

from __future__ import annotations

import time
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from queensbench.engines.explore.state_table import NO_IMAGES
from queensbench.engines.layers import edge_kernels as loops
from queensbench.engines.layers.expanding import spans
from queensbench.engines.layers.kernels import Span
from queensbench.engines.layers.messages import Linked, Linking, Segment
from queensbench.engines.layers.run_kernels import library
from queensbench.engines.layers.runs import damaged, state_of
from queensbench.engines.layers.sites import Site, rules_of
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, fault
from queensbench.engines.runtime.kernel_language import View
from queensbench.readers.native.layout import OVERFLOW

MOST_EDGES = 1 << 22
"""A segment has at most so many edges, or those of one state."""
NUMBERS = 3
"""The columns of a segment whose entries take four bytes; those of the others take one."""


@dataclass(frozen=True)
class SegmentEdges:
    """The edges of a segment in memory, its columns as the file has them."""

    first: Array
    target: Array
    judged: Array
    kind: Array
    owner: Array


def edges_of(scratch: str | Path, segment: Segment) -> SegmentEdges:
    """Read a segment.  Raises BadInput if it is not what was written."""
    counts = (segment.states + 1, segment.edges, segment.states, segment.states, segment.states)
    with open(f"{scratch}/{segment.name}", "rb", buffering=0) as file:
        file.seek(segment.at)
        data = file.read(4 * sum(counts[:NUMBERS]) + sum(counts[NUMBERS:]))
    if zlib.crc32(data) != segment.crc:
        raise damaged(scratch, segment.name)
    columns = []
    at = 0
    for place, count in enumerate(counts):
        kind, size = (np.uint32, 4) if place < NUMBERS else (np.uint8, 1)
        columns.append(np.frombuffer(data, kind, count, at))
        at += size * count
    return SegmentEdges(*columns)


class Linker:
    """One linking while it runs."""

    def __init__(self, task: Linking, site: Site) -> None:
        self.task, self.site = task, site
        site.forget()  # what an expansion or a merging had
        self.rules = rules_of(task.box)
        self.words = self.rules.words
        native, self.call = self.rules.linker(owned=task.owned)
        self.env = native.new_env(task.box.readings, task.box.parameters)
        self.block = np.zeros(k.BLOCK, np.int64)
        # An edge takes its state and its place, twice while they are sorted, and a number.
        room = task.room * 16 * self.words // (16 * (self.words + 1) + 4)
        self.room = max(1, min(room, MOST_EDGES))
        self.widen(max(1, min(self.rules.coding.count, 1024, self.room)))
        self.asked = np.array([*task.judges, 0], np.int64)
        self.segments: list[Segment] = []
        self.at = 0
        self.begun = -1
        self._make_room()

    def widen(self, cap: int) -> None:
        """Make room for the codes of so many moves of a state."""
        self.moves = np.empty(cap, np.int64)
        self.work = k.Workspace(View(self.block), View(self.env), View(self.moves), cap)

    def _make_room(self) -> None:
        room, wide = self.room, self.words + 1
        self.keys = self.site.buffer("edges", room * wide)
        self.target = np.empty(room, np.uint32)
        self.first = np.empty(room + 1, np.uint32)
        self.kind, self.owner = np.empty(room, np.uint8), np.empty(room, np.uint8)
        self.judged = np.empty(room, np.uint32)
        columns = (self.first, self.kind, self.owner, self.judged)
        first, kind, owner, judged = (View(column) for column in columns)
        self.made = loops.EdgeRoom(
            View(self.keys),
            room,
            first,
            kind,
            owner,
            judged,
            room,
            View(self.asked),
            len(self.task.judges),
        )

    def result(self) -> Linked:
        """List the edges of all parts."""
        begun = time.thread_time()
        path = Path(self.task.scratch) / self.task.name
        with path.open("wb", buffering=0) as self.file:
            for span in spans(self.task.scratch, self.task.parts, self.words, self.site):
                self.list(span)
            self.flush()
        return Linked(tuple(self.segments), time.thread_time() - begun)

    def list(self, span: Span) -> None:
        """List the edges of a span."""
        self.block[k.S_AT] = 0
        while True:
            at, place = int(self.block[k.S_AT]), int(self.block[k.S_SEEN])
            if self.begun < 0:
                self.begun = span.number + at
            started = time.thread_time()
            status = self.call["link_states"](self.work, span, self.made, NO_IMAGES)
            done = int(self.block[k.S_SEEN]) - place
            if self.task.owned and done:
                keys = View(span.keys.array, span.keys.offset + at * self.words)
                some = Span(keys, done, span.number + at)
                every = int(self.rules.deciders > 1)
                left = self.call["link_owners"](self.work, some, self.made, place, every)
                if left < 0:
                    status, self.block[k.S_STATUS] = k.FAULT, left
            ran = time.thread_time() - started
            _, self.call = self.rules.linker(owned=self.task.owned, ran=ran)
            if status == k.DONE:
                return
            if status == k.FAULT:
                raise self._fault(int(self.block[k.S_STATUS]))
            self.flush()
            if status == k.NARROW and not self.wider():
                raise self._fault(OVERFLOW)

    def _fault(self, status: int) -> Exception:
        return fault(self.rules.system, self.rules.coding, status, ())

    def wider(self) -> bool:
        """Make room for more moves of one state; False if there cannot be more."""
        cap = len(self.moves)
        if cap >= self.rules.coding.count:
            return False
        self.widen(min(self.rules.coding.count, cap * 4))
        if len(self.moves) > self.room:
            self.room = len(self.moves)
            self._make_room()
        return True

    def flush(self) -> None:
        """Write the edges found so far as a segment."""
        states, edges = int(self.block[k.S_SEEN]), int(self.block[k.S_OUT])
        self.block[k.S_SEEN] = self.block[k.S_OUT] = 0
        begun, self.begun = self.begun, -1
        if not states:
            return
        self.first[states] = edges
        self._number(edges)
        columns = (
            self.first[: states + 1],
            self.target[:edges],
            self.judged[:states],
            self.kind[:states],
            self.owner[:states],
        )
        crc = size = 0
        for column in columns:
            data = column.tobytes()
            left = memoryview(data)
            while left:
                left = left[self.file.write(left) :]
            crc = zlib.crc32(data, crc)
            size += len(data)
        self.segments.append(Segment(self.task.name, self.at, begun, states, edges, crc))
        self.at += size

    def _number(self, edges: int) -> None:
        """Find the numbers of the states that edges lead to.  Raises BadInput where one is in no run."""
        wide = self.words + 1
        keys = self.keys
        if library(wide)["sort"](View(keys), View(self.site.buffer("other", edges * wide)), edges):
            keys = self.site.buffer("other", edges * wide)
        call, left, out = loops.library(self.words)["numbered"], edges, View(self.target)
        for name, number in self.task.runs if edges else ():
            reader = self.site.readers(self.task.scratch, name, self.words)
            low, high = (state_of(keys[wide * e : wide * e + self.words]) for e in (0, edges - 1))
            cursor = np.zeros(1, np.int64)
            for block, chunk in reader.chunks(reader.block_of(low), reader.block_of(high) + 1):
                at = number + int(reader.before[block])
                left -= call(View(keys), edges, chunk, at, View(cursor), out)
        if left:
            raise damaged(self.task.scratch, self.task.name)


def linked(task: Linking, site: Site) -> Linked:
    """Carry out a linking."""
    return Linker(task, site).result()
