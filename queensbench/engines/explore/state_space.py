"""The result of an exploration: counts, first states, plays, and the graph of transitions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from queensbench.engines.explore.edges import library
from queensbench.engines.explore.kernels import EdgeList
from queensbench.engines.explore.state_table import ROUND, SHARDS, SMALL, Shard, Store
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, Cells, First, Interrupts, ShardThreads, cells_vector
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput
from queensbench.readers.native.layout import layout

KINDS = {
    k.CHOICE: "choice",
    k.CHANCE: "chance",
    k.OVER: "over",
    k.SILENT_STATE: "silent",
    k.DEADLOCK: "deadlock",
}


@dataclass(frozen=True)
class Extremes:
    """The least and the greatest score of a player over ended states, each with its first state."""

    least: int
    least_state: int
    greatest: int
    greatest_state: int


@dataclass(frozen=True)
class Graph:
    """The transitions between stored states.

    ``source``, ``target`` (uint32, states 0..n-1 in breadth-first order: by choices, steps, id), ``code``
    (int64), sorted by source, then code; two moves between the same states are two edges.  ``kind`` (uint8,
    of ``KINDS``; 0: not expanded) and ``ids`` (the exploration's id) are per state; ``number`` takes such an
    id to the state.
    """

    source: Array
    target: Array
    code: Array
    kind: Array
    ids: Array
    _numbers: Array

    def number(self, state: int) -> int:
        """The number of the state that has this id in the exploration.  Raises LookupError for an id that none has."""
        number = int(self._numbers[state])
        if self.ids[number] != state:
            raise KeyError(state)
        return number


class Exploration:
    """The states that a search has found.

    A state's *id* is a number below ``2**32`` (not dense); ids are the same in every run with the same
    arguments.

    Attributes:
        complete: every reachable state was expanded; otherwise ``reason`` is ``max_states``, ``max_bytes``,
            ``refused`` (the system gave less memory than the budget allows), ``max_steps``, ``targets``, ``symmetry``
            (under which states were merged, and which was not shown) or ``interrupted``, and all numbers are of the
            states found.
        states, expanded, transitions: stored states, those of them looked at, and moves made (chance events
            count).
        levels, steps_most: the greatest number of choices, and of steps, of a stored state.
        level_sizes: states by number of choices.
        deadlocks: states that are no end and have no move.
        silences: states by silence, in the order of the system.
        ends: ended states by set of winners (raw players, ascending).
        scores: per player (one, if the score is of the whole game); empty without ended states.
        failing, holding: per judge, states where it fails and where it holds; empty if none was judged.
        clauses: how often each clause was carried out in all transitions (0 where code was made without counters).
        peak_outbox: the most messages that one shard had for one shard in a round.
        seconds: wall time.
    """

    def __init__(self, store: Store, seconds: float) -> None:
        self._store = store
        self.system = store.system
        self.coding = store.coding
        self.reason = store.reason
        self.complete = not store.reason
        self.clauses = _counted(store)
        self.interrupted = store.reason == "interrupted"
        self.seconds = seconds
        self.states = store.states
        self.expanded = sum(int(s.block[k.S_SEEN]) for s in store.shards)
        self.transitions = sum(int(s.block[k.S_EDGES]) for s in store.shards)
        self.peak_outbox = store.peak
        ends = list(zip(*store.bounds, strict=True))
        self._bounds = [np.array(c, np.int64) for c in ends]
        edges = [*store.bounds, store.counts()]
        sizes = [sum(b) - sum(a) for a, b in pairwise(edges)]
        while sizes and not sizes[-1]:
            sizes.pop()
        self.level_sizes = tuple(sizes)
        self.levels = max(0, len(sizes) - 1)
        self.steps_most = max((int(s.steps[: s.count].max()) for s in store.shards if s.count), default=0)
        silences, players = store.sizes["SILENCES"], store.sizes["PLAYERS"]
        self.deadlocks = First.of(store.notes, 0)
        self.silences = tuple(First.of(store.notes, 1 + j) for j in range(silences))
        self.ends = {
            tuple(p for p in range(players) if who >> p & 1): note
            for who in range(1 << players)
            if (note := First.of(store.notes, 1 + silences + who)).count
        }
        judges = range(store.sizes["JUDGES"] if store.run.judging else 0)
        self.failing = tuple(First.of(store.judged, 2 * j) for j in judges)
        self.holding = tuple(First.of(store.judged, 2 * j + 1) for j in judges)
        self.scores = tuple(self._extremes(p) for p in range(store.sizes["SCORES"])) if self.ends else ()

    @property
    def lasting(self) -> bool:
        """Whether the same search would end so again: neither Ctrl-C nor the machine's memory has ended it."""
        return self.reason not in ("interrupted", "refused")

    def give_up(self, reason: str) -> None:
        """Count as incomplete from now on, since the symmetry under which states were merged was not shown to hold."""
        self.reason, self.complete = reason, False
        self.interrupted = reason == "interrupted"

    def _extremes(self, player: int) -> Extremes:
        rows = [s.reshape(-1, k.EXTREME)[player] for s in self._store.scores]
        low = min(tuple(map(int, row[:3])) for row in rows)
        high = min(tuple(map(int, row[3:])) for row in rows)
        return Extremes(low[0], low[2], -high[0], high[2])

    # ------------------------------------------------------------------------------------ states

    def ids(self) -> Array:
        """The ids of all states, by choices, then steps, then id (uint32)."""
        shards = self._store.shards
        ids = np.concatenate([np.arange(s.count, dtype=np.uint32) * SHARDS + s.number for s in shards])
        steps = np.concatenate([s.steps[: s.count] for s in shards])
        level = np.concatenate(
            [
                np.searchsorted(b, np.arange(s.count), "right")
                for s, b in zip(shards, self._bounds, strict=True)
            ]
        )
        return np.asarray(ids[np.lexsort((ids, steps, level))])

    def cells(self, state: int) -> Array:
        """The cells of a state (int32); under a symmetry, of the representative that was stored."""
        shard, index = self._store.place(state)
        cells = np.zeros(len(self.system.cells), np.int32)
        packed = shard.words[index * shard.width : (index + 1) * shard.width].copy()
        self._store.call["unpack_state"](packed, cells)
        return cells

    def find(self, cells: Cells) -> int | None:
        """The id of a settled state, or None if it was not found."""
        place = self._store.locate(cells_vector(self.system, cells))
        return place if place >= 0 else None

    def choices(self, state: int) -> int:
        """The least number of players' choices that lead to a state."""
        shard, index = self._store.place(state)
        return int(np.searchsorted(self._bounds[shard.number], index, "right")) - 1

    def steps(self, state: int) -> int:
        """The least number of steps among the ways with the fewest choices."""
        shard, index = self._store.place(state)
        return int(shard.steps[index])

    def kind(self, state: int) -> str:
        """The role of a state: choice, chance, over, silent, deadlock; unknown if the search ended before it."""
        shard, index = self._store.place(state)
        return KINDS.get(int(shard.kinds[index]), "unknown")

    def line(self, state: int) -> list[int]:
        """The ids from a start state to a state, along the parents."""
        return self._store.line(state)

    def moves_to(self, state: int) -> list[int]:
        """The codes of one shortest play from a start state to a state.

        Under a symmetry the play is concrete: it starts from the start state itself and ends in an image of
        the stored state.
        """
        return self._store.moves_to(state)

    # ------------------------------------------------------------------------------------- graph

    def graph(self, *, max_edges: int = 20_000_000, threads: int = 2) -> Graph:
        """The transitions between the states, found by expanding all of them once more.

        Costs about 40 bytes an edge while it is made.  Raises BadInput when there are more than
        ``max_edges``, and KeyboardInterrupt on Ctrl-C.
        """
        if self.transitions > max_edges:
            raise BadInput(
                f"the graph has {self.transitions} edges, more than {max_edges}",
                remedy="take a smaller instance, or allow more edges",
            )
        store = self._store
        tables = store.tables
        made = []
        tasks = []
        for shard in store.shards:
            room = int(shard.block[k.S_EDGES])
            arrays = (np.empty(room, np.uint32), np.empty(room, np.uint32), np.empty(room, np.int64))
            block = np.zeros(k.BLOCK, np.int64)
            moves = np.empty(max(1, self.coding.count), np.int64)
            work = k.Workspace(View(block), View(shard.env), View(moves), len(moves))
            edges = EdgeList(View(arrays[0]), View(arrays[1]), View(arrays[2]), room)
            made.append((block, arrays))

            def task(
                shard: Shard = shard, block: Array = block, work: k.Workspace = work, edges: EdgeList = edges
            ) -> None:
                while int(block[k.S_AT]) < shard.count and not interrupts.raised:
                    end = min(shard.count, int(block[k.S_AT]) + ROUND)
                    status = store.call["list_edges"](work, shard.states, end, tables, edges, store.images)
                    assert status == k.DONE, status

            tasks.append(task)
        with Interrupts() as interrupts, ShardThreads(threads) as pair:
            pair.run(tasks, large=self.states > SMALL)
        if interrupts.raised:
            raise KeyboardInterrupt
        ids = self.ids()
        numbers = np.zeros(SHARDS * max(s.count for s in store.shards) + SHARDS, np.uint32)
        numbers[ids] = np.arange(len(ids), dtype=np.uint32)
        source, target, code = _placed([(int(b[k.S_EDGES]), *a) for b, a in made], numbers, len(ids))
        kind = np.zeros(len(ids), np.uint8)
        for shard in store.shards:
            mine = np.arange(shard.count, dtype=np.int64) * SHARDS + shard.number
            known = shard.kinds[: shard.count]
            kind[numbers[mine]] = np.where(known == k.MARKED, 0, known)
        return Graph(source, target, code, kind, ids, numbers)


def _placed(
    shards: list[tuple[int, Array, Array, Array]], numbers: Array, states: int
) -> tuple[Array, Array, Array]:
    """The edges sorted by source, then code; one shard holds all edges of a state, side by side and by code."""
    spread = library()["spread"]
    moves = np.zeros(states, np.int64)
    for count, sources, _, _ in shards:
        moves += np.bincount(numbers[sources[:count]], minlength=states)
    cursor = np.cumsum(moves) - moves
    edges = int(moves.sum())
    target, code = np.empty(edges, np.uint32), np.empty(edges, np.int64)
    placed = (numbers, cursor, target, code)
    for count, *columns in shards:
        spread(count, *columns, *placed)
    return np.repeat(np.arange(states, dtype=np.uint32), moves), target, code


def _counted(store: Store) -> dict[str, int]:
    """How often the environments of a search have carried out each clause."""
    first, names = layout(store.system).clauses, store.system.clauses
    counts = sum(np.asarray(shard.env[first : first + len(names)], np.int64) for shard in store.shards)
    return {name: int(count) for name, count in zip(names, np.atleast_1d(counts), strict=False)}
