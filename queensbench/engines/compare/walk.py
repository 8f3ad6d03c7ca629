"""A walk over the states of an exploration, which compares its reading with others in each of them.

See :mod:`queensbench.engines.compare.comparison`, which asks for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from queensbench.engines.compare import kernels as c
from queensbench.engines.compare import state_kernels as apart
from queensbench.engines.compare.common_plays import Buffers, CommonPlays, Pairing
from queensbench.engines.compare.comparison_program import (
    Comparer,
    other_readings,
    rulings_between,
)
from queensbench.engines.compare.divergence import (
    Parted,
    Parting,
)
from queensbench.engines.explore.state_space import Exploration, Graph
from queensbench.engines.explore.state_table import SHARDS, SMALL, Shard
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, Interrupts, ShardThreads, Ticker, fault
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput, ModelError
from queensbench.rules.typed import ir

PLACES = {
    "legal": apart.LEGAL,
    "scored": apart.SCORED,
    "winner": apart.WINNER,
    "ending": apart.ENDING,
    "decider": apart.DECIDER,
    "fault": apart.FAULTED,
}

MOST_EDGES = 20_000_000
CHUNK = 1 << 12  # states between two looks at Ctrl-C
TELLING = 20
"""The time left is estimated once more than one in so many states is walked; the first few take longer than others."""


class _Side:
    """The environments, buffers and notes of the thread that walks one shard."""

    def __init__(self, comparer: Comparer, env: Array, others: apart.OtherReadings) -> None:
        self.env = env.copy()
        self.others = others
        number = max(1, others.number)
        self.block = np.zeros(k.BLOCK, np.int64)
        self.notes = np.zeros((number, apart.CLASSES, c.PARTED), np.int64)
        self.seen = np.zeros(number, np.int64)
        self.used = np.zeros(max(1, len(comparer.system.rulings)), np.int64)
        self.noted = c.PartNotes(View(self.notes.reshape(-1)), View(self.seen), View(self.used))
        self.buffers = Buffers(comparer)
        self.status = k.DONE


class Walk:
    """One walk over the states of an exploration, with any number of other readings."""

    def __init__(self, comparer: Comparer, exploration: Exploration, others: Sequence[Sequence[int]]) -> None:
        self.comparer = comparer
        self.exploration = exploration
        self.store = exploration._store
        layout = comparer.native.layout
        mine, its = comparer.system, exploration.system
        if (mine.cells, mine.rulings, mine.parameters) != (its.cells, its.rulings, its.parameters):
            raise BadInput(
                f"the exploration is of {its.ruleset}/{its.mode} on {its.instance}",
                where=f"comparing {mine.ruleset}/{mine.mode} on {mine.instance}",
                remedy="compile a comparer for each instance",
            )
        given = self.store.shards[0].env
        self.ours = tuple(int(r) for r in given[layout.readings : layout.parameters])
        parameters = [int(p) for p in given[layout.parameters : layout.clauses]]
        self.others = [tuple(map(int, readings)) for readings in others]
        for readings in self.others:
            _check(comparer.system, readings)
        new = comparer.native.new_env
        self.env = new(self.ours, parameters)
        self.envs = [new(readings, parameters) for readings in self.others]
        differing = [rulings_between(self.ours, theirs) for theirs in self.others]
        self.flags = [comparer.flags(rulings) for rulings in differing]
        self.sides = [
            _Side(comparer, self.env, other_readings(comparer.native, self.envs, differing, self.flags))
            for _ in range(SHARDS)
        ]
        self.starting = self.start()
        self.walked = 0
        self.spent = 0.0
        self.whole = False
        self.interrupted = False
        self.graph: Graph | None = None
        self.too_large = False
        """The graph of the exploration is too large to search."""

    # ---------------------------------------------------------------------------------- the loop

    def run(
        self, *, max_states: int | None, threads: int, progress: Callable[[int, int], None] | None
    ) -> None:
        """Walk level after level, until all states are compared, a budget ends or Ctrl-C comes."""
        edges = [*self.store.bounds, self.store.counts()]
        ticker = Ticker(progress)
        left = max_states if max_states is not None else 2**62
        with Interrupts() as interrupts, ShardThreads(threads) as pair:
            for level in range(len(edges) - 1):
                at, ends = list(edges[level]), edges[level + 1]
                while any(a < e for a, e in zip(at, ends, strict=True)):
                    if interrupts.raised or self.walked >= left:
                        self.interrupted = interrupts.raised
                        return
                    stops = [min(e, a + CHUNK) for a, e in zip(at, ends, strict=True)]
                    spans = list(zip(self.store.shards, at, stops, strict=True))
                    large = sum(e - a for _, a, e in spans) > SMALL
                    begun = time.thread_time()
                    pair.run([self.task(shard, a, e, level) for shard, a, e in spans], large=large)
                    self.faults()
                    self.walked += sum(e - a for _, a, e in spans)
                    self.tell((SHARDS if large else 1) * (time.thread_time() - begun), max_states)
                    at = stops
                    ticker(self.walked, level)
        self.whole = True

    def tell(self, seconds: float, max_states: int | None) -> None:
        """Tell the rules how long their code ran, and how long it would go on; at first that is not known."""
        self.spent += seconds
        every = sum(self.store.counts())
        every = every if max_states is None else min(every, max_states)
        known = TELLING * self.walked > every
        self.comparer.ran(seconds, self.spent * max(every / self.walked - 1, 0) if known else 0.0)

    def task(self, shard: Shard, begin: int, end: int, level: int) -> Callable[[], None]:
        """Compare the readings in some states of a shard."""
        side = self.sides[shard.number]
        comparer = self.comparer

        def work() -> None:
            side.block[k.S_AT] = begin
            while True:
                side.status = comparer.call["part"](
                    side.buffers.work(side.block, side.env),
                    shard.states,
                    end,
                    level,
                    side.others,
                    side.buffers.comparing,
                    side.noted,
                )
                if side.status != k.NARROW:
                    return
                side.buffers.widen()

        return work

    def faults(self) -> None:
        """Raise a fault under the exploration's own reading; a complete exploration would have met it itself."""
        for number, side in enumerate(self.sides):
            if side.status == k.FAULT:
                state = int(side.block[k.S_BAD]) * SHARDS + number
                raise self.error(state, int(side.block[k.S_STATUS]), int(side.block[k.S_CODE]))

    def error(self, state: int, status: int, code: int) -> ModelError:
        """The error of a fault in a state, with the play that leads there."""
        play = self.exploration.moves_to(state)
        return fault(self.comparer.system, self.comparer.coding, status, play, code)

    # ------------------------------------------------------------------------------------ results

    def common_roots(self, number: int) -> list[int]:
        """The start states (ids) that are the same under another reading; raises ModelError on a fault."""
        given = self.store.run.start
        found = []
        for i, ours in enumerate(self.store.starts):
            cells = np.zeros_like(ours) if given is None else np.ascontiguousarray(given[i], np.int32).copy()
            status = self.comparer.call["start_state"](cells, self.envs[number], int(given is None))
            if status <= 0:
                raise fault(self.comparer.system, self.comparer.coding, status, ())
            if np.array_equal(cells, ours):
                found.append(self.store.roots[i])
        return found

    def parting(self, number: int) -> Parting:
        """The differences found between the exploration's reading and one other."""
        error: ModelError | None = None
        roots: list[int] = []
        try:
            roots = self.common_roots(number)
        except ModelError as met:
            error = met
        met_at = {
            name: _first([s.notes[number, place] for s in self.sides]) for name, place in PLACES.items()
        }
        firsts: dict[str, Parted] = {}
        unsettled = []
        search = _Common(self, number, roots)
        for name, first in met_at.items():
            if first is None:
                continue
            settled = search.settle(name, first)
            if settled is None:
                unsettled.append(name)
            elif isinstance(settled, ModelError):
                error = error or settled
            elif settled.count:
                firsts[name] = settled
        if error is None and len(roots) < len(self.store.roots):
            root = next(root for root in self.store.roots if root not in roots)
            firsts["legal"] = _earlier(firsts.get("legal"), Parted(1, root, 0, 0, -1, ()))
        if "decider" in firsts:
            firsts["legal"] = _earlier(firsts.get("legal"), firsts["decider"])
        return Parting(
            self.ours,
            self.others[number],
            {name: firsts[name] for name in PLACES if name in firsts},
            len(roots) == len(self.store.roots),
            self.walked,
            sum(int(side.seen[number]) for side in self.sides),
            self.whole and self.exploration.complete and not unsettled,
            tuple(unsettled),
            error,
            self.interrupted,
        )

    def edges(self) -> Graph | None:
        """The graph of the exploration, made when it is first asked for; None if it is too large or incomplete."""
        if self.graph is None and self.whole and self.exploration.complete and not self.too_large:
            try:
                self.graph = self.exploration.graph(max_edges=MOST_EDGES)
            except BadInput:
                self.too_large = True
            except KeyboardInterrupt:
                self.whole, self.interrupted = False, True
        return self.graph

    def consulted(self, ruling: int) -> int:
        """The number of states in which a move or an automatic step reads a ruling; 1 more if the start does."""
        return sum(int(side.used[ruling]) for side in self.sides) + int(self.starting[ruling] > 0)

    def start(self) -> Array:
        """How often the making of the start states reads each ruling."""
        native = self.comparer.native
        env = self.env.copy()
        given = self.store.run.start
        for i in range(len(self.store.starts)):
            made = np.zeros(native.ncells, np.int32) if given is None else np.array(given[i], np.int32)
            self.comparer.call["start_state"](made, env, int(given is None))
        return native.ruling_counts(env)


class _Common:
    """The search, for each difference of a walk, for one play that reaches it under both readings."""

    def __init__(self, walk: Walk, number: int, roots: list[int]) -> None:
        self.walk = walk
        self.roots = roots
        self.comparer = walk.comparer
        self.pairing = Pairing(walk.env, walk.envs[number], walk.flags[number])
        self.buffers = walk.sides[0].buffers
        self.plays: CommonPlays | None = None

    def settle(self, name: str, first: Parted) -> Parted | ModelError | None:
        """The first state of a class that one play reaches under both readings.

        Its count is 0 if there is no such state; None if that is not known; for ``fault`` the error itself.
        """
        exploration = self.walk.exploration
        codes = exploration.moves_to(first.state)
        line = exploration.line(first.state)
        if line[0] in self.roots and (end := self.replay(line[0], codes)) is not None:
            return self.shown(name, first, codes, end)
        graph = self.walk.edges()
        if graph is None:
            return None
        if self.plays is None:
            self.plays = CommonPlays(self.comparer, exploration, graph, self.pairing, self.roots)
        found = self.plays.first(PLACES[name])
        if found is None:
            return replace(first, count=0)
        state, key = found
        codes, root = self.plays.moves_to(state)
        if (end := self.replay(root, codes)) is None:
            return None
        return self.shown(name, Parted(first.count, state, key >> 16, key & 0xFFFF, -1, ()), codes, end)

    def replay(self, root: int, codes: Sequence[int]) -> Array | None:
        """The state at the end of a play from a start state; None unless the play is the same under both readings."""
        store = self.walk.store
        here = store.starts[store.roots.index(root)].copy()
        after = np.zeros_like(here)
        for code in codes:
            shared = apart.CRAMPED
            while shared == apart.CRAMPED:
                pair, room = self.pairing, self.buffers
                shared = self.comparer.call["shared_step"](
                    here, after, pair.env, pair.other, code, room.theirs, room.cap
                )
                if shared == apart.CRAMPED:
                    self.buffers.widen()
            if shared != 1:
                return None
            here, after = after, here
        return here

    def shown(self, name: str, first: Parted, codes: Sequence[int], end: Array) -> Parted | ModelError | None:
        """A difference with the move that shows it and its play; None if the play's last state shows none."""
        report = np.full(apart.REPORT, -1, np.int64)
        found = apart.CRAMPED
        while found == apart.CRAMPED:
            pair, room = self.pairing, self.buffers
            work = room.work(self.walk.sides[0].block, pair.env)
            found = self.comparer.call["part_at"](work, end, pair.other, pair.flags, room.comparing, report)
            if found == apart.CRAMPED:
                self.buffers.widen()
        place = PLACES[name]
        if found < 0 or not found >> place & 1:
            return None
        code = int(report[place])
        if place == apart.FAULTED:
            return fault(self.comparer.system, self.comparer.coding, int(report[apart.CLASSES]), codes, code)
        return replace(first, code=code, play=(*codes, code) if code >= 0 else tuple(codes))


def _check(system: ir.System, readings: Sequence[int]) -> None:
    if len(readings) != len(system.rulings):
        raise BadInput(f"{len(readings)} readings were given", remedy=f"give all {len(system.rulings)}")
    for ruling, reading in zip(system.rulings, readings, strict=True):
        if not 0 <= reading < len(ruling.readings):
            raise BadInput(
                f"{ruling.name} has no reading {reading}",
                remedy=f"choose of 0 to {len(ruling.readings) - 1}: {', '.join(ruling.readings)}",
            )


def _first(notes: Sequence[Array]) -> Parted | None:
    met = sorted((int(n[1]), int(n[2]), int(n[3])) for n in notes if n[0])
    if not met:
        return None
    key, state, code = met[0]
    return Parted(sum(int(n[0]) for n in notes), state, key >> 16, key & 0xFFFF, code, ())


def _earlier(one: Parted | None, other: Parted) -> Parted:
    """The first of two; their counts may overlap, so the greater one stands."""
    if one is None:
        return other
    first = min((one, other), key=lambda p: (p.choices, p.steps, p.state, p.code))
    return replace(first, count=max(one.count, other.count))
