"""The shortest plays in common: plays that two readings share, up to a state where the readings part.

A state where two readings part is of interest if the same play leads to it under both.  The states of an exploration
are those of one reading; the other may have parted on the way.  The very first difference is always reached in common,
but the first of a class need not be.  Then this module looks for one that is: it removes the moves that the readings
do not share from the graph of the exploration, and searches the states still reached from the start, by players'
choices first, then steps.

What this module cannot see: a play whose states are the same under both readings, but not its moves.  Under a symmetry
a move stands for its images; a play is made concrete along the states and checked afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from queensbench.engines.compare import kernels as c
from queensbench.engines.compare import state_kernels as apart
from queensbench.engines.compare.comparison_program import Comparer
from queensbench.engines.explore.state_space import Exploration, Graph
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View

CHOSEN = 1 << 16 | 1  # what a player's move adds to choices << 16 | steps; a chance event adds 1
FAR = 2**62
FIRST_CAP = 256
ROOM = 1 << 16


class Buffers:
    """Room for the moves of one state under both readings, and for the successors under ours."""

    def __init__(self, comparer: Comparer) -> None:
        self.most = max(1, comparer.coding.count)
        self.comparer = comparer
        self.make(min(self.most, FIRST_CAP))

    def make(self, cap: int) -> None:
        """Make the buffers anew, for so many moves."""
        self.cap = cap
        self.moves, self.theirs = np.empty(cap, np.int64), np.empty(cap, np.int64)
        targets = np.empty(cap * self.comparer.native.words, np.int64)
        self.comparing = apart.Comparing(View(self.theirs), View(targets))

    def widen(self) -> None:
        """Make the buffers anew, for four times as many moves."""
        self.make(min(self.most, 4 * self.cap))

    def work(self, block: Array, env: Array) -> k.Workspace:
        """The workspace of a thread under our reading."""
        return k.Workspace(View(block), View(env), View(self.moves), self.cap)


@dataclass(frozen=True)
class Pairing:
    """The environments of two readings, and the flags of their difference."""

    env: Array
    other: Array
    flags: int


class CommonPlays:
    """The states that two readings reach by the same plays from the ``roots`` (ids) on which they agree."""

    def __init__(
        self, comparer: Comparer, exploration: Exploration, graph: Graph, pairing: Pairing, roots: list[int]
    ) -> None:
        self.exploration = exploration
        self.graph = graph
        self.marks, lost = _differences(comparer, exploration, pairing)
        count = np.int64(max(1, comparer.coding.count))
        kept = np.ones(len(graph.source), np.bool_)
        if len(lost):
            named = graph.source.astype(np.int64) * count + graph.code
            kept[np.searchsorted(named, graph._numbers[lost[:, 0]].astype(np.int64) * count + lost[:, 1])] = 0
        self.source = graph.source[kept].astype(np.int64)
        self.target = graph.target[kept].astype(np.int64)
        self.code = graph.code[kept]
        self.cost = np.where(graph.kind == k.CHOICE, CHOSEN, 1)
        self.key = self._search([graph.number(root) for root in roots])
        self._by_target: Array | None = None

    def _search(self, roots: list[int]) -> Array:
        """For each state of the graph the least choices << 16 | steps of a play in common; FAR if there is none."""
        key = np.full(len(self.graph.ids), FAR, np.int64)
        key[roots] = 0
        first = np.searchsorted(self.source, np.arange(len(key) + 1))
        front = np.array(roots, np.int64)
        while len(front):
            begin = first[front]
            counts = first[front + 1] - begin
            offsets = np.cumsum(counts) - counts
            edges = np.repeat(begin - offsets, counts) + np.arange(int(counts.sum()))
            new = key[self.source[edges]] + self.cost[self.source[edges]]
            better = new < key[self.target[edges]]
            edges, new = edges[better], new[better]
            np.minimum.at(key, self.target[edges], new)
            front = np.unique(self.target[edges])
        return key

    def first(self, place: int) -> tuple[int, int] | None:
        """The first state (its id) reached in common at which the readings part in a class, with its key; or None."""
        rows = self.marks[self.marks[:, 1] >> place & 1 == 1]
        keys = self.key[self.graph._numbers[rows[:, 0]]]
        reached = keys < FAR
        if not reached.any():
            return None
        key, state = min(zip(keys[reached].tolist(), rows[reached, 0].tolist(), strict=True))
        return int(state), int(key)

    def moves_to(self, state: int) -> tuple[list[int], int]:
        """The codes of a shortest play in common to a state, and the start state of that play."""
        if self._by_target is None:
            self._by_target = np.argsort(self.target, kind="stable")
            self._targets = self.target[self._by_target]
        line, codes = [self.graph.number(state)], []
        while self.key[line[-1]] > 0:
            here = line[-1]
            span = slice(*np.searchsorted(self._targets, [here, here + 1]))
            edges = self._by_target[span]
            sources = self.source[edges]
            edge = int(edges[self.key[sources] + self.cost[sources] == self.key[here]].min())
            line.append(int(self.source[edge]))
            codes.append(int(self.code[edge]))
        ids = [int(self.graph.ids[n]) for n in reversed(line)]
        if self.exploration._store.run.symmetry is None:
            return codes[::-1], ids[0]
        return self._concrete(ids), ids[0]

    def _concrete(self, line: list[int]) -> list[int]:
        """The concrete play from the start along stored states, which represent its states under a symmetry."""
        store = self.exploration._store
        here = store.starts[store.roots.index(line[0])].copy()
        after = np.zeros_like(here)
        moves = np.empty(max(1, store.coding.count), np.int64)
        spare = store.shards[0].work._replace(moves=View(moves), cap=len(moves))
        codes = []
        for state in line[1:]:
            owner, index = store.place(state)
            packed = owner.words[index * owner.width : (index + 1) * owner.width].copy()
            work = spare._replace(env=View(owner.env))
            codes.append(store.call["way"](here, after, work, packed, store.images))
            here, after = after, here
        return codes


def _differences(comparer: Comparer, exploration: Exploration, pairing: Pairing) -> tuple[Array, Array]:
    """The states where two readings part (a row: state, classes, moves), and the moves not shared."""
    found: list[Array] = [np.zeros((0, c.MARK), np.int64)]
    lost: list[Array] = [np.zeros((0, 2), np.int64)]
    buffers = Buffers(comparer)
    room = max(ROOM, buffers.most)
    marks, pairs = np.empty((room, c.MARK), np.int64), np.empty((room, 2), np.int64)
    lists = c.Differing(View(marks.reshape(-1)), View(pairs.reshape(-1)), room)
    for shard in exploration._store.shards:
        block: Any = np.zeros(k.BLOCK, np.int64)
        while int(block[k.S_AT]) < shard.count:
            status = comparer.call["differences"](
                buffers.work(block, pairing.env),
                shard.states,
                shard.count,
                pairing.other,
                pairing.flags,
                buffers.comparing,
                lists,
            )
            assert status in (k.DONE, k.FULL, k.NARROW), status
            if status == k.NARROW:
                buffers.widen()
            found.append(marks[: int(block[k.S_COUNT])].copy())
            lost.append(pairs[: int(block[k.S_EDGES])].copy())
            block[k.S_COUNT] = block[k.S_EDGES] = 0
    return np.concatenate(found), np.concatenate(lost)
