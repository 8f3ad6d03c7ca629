"""The states of an exploration as an arena: moves, weights and deciders, stored as tightly as they can be.

A state's *number* counts the states of the first shard, then those of the second.  Moves are kept without their
codes, 12 bytes each; to name them, the state is expanded once more (:meth:`Explored.options`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from queensbench.engines.explore.kernels import EXPLORER
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.explore.state_table import ROUND, SHARDS, SMALL, Shard
from queensbench.engines.graphs import arena_kernels as loops
from queensbench.engines.graphs.kernels import NOBODY
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import Array, Cells, Interrupts, ShardThreads, fault, functions
from queensbench.engines.runtime.compiling import compiled
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.solve.cycle_kernels import ArenaMoves
from queensbench.errors import BadInput
from queensbench.readers.native.program import Native
from queensbench.rules.typed.ir import System

UNKNOWN = 0
MEASURES = {"score": loops.SCORE, "winners": loops.WINNERS}


def compile_solver(system: System) -> Native:
    """The rules compiled to be explored and solved."""
    return compiled(system, [*EXPLORER, *loops.ARENA], counters=False)


class Arena:
    """The graph of a game: states, movers, and moves.

    Attributes:
        role: per state (uint8) choice, chance, over, silent or deadlock, as in
            :mod:`queensbench.engines.runtime.kernels`; 0 for a state of which not all moves are known.
        owner: per state of choice the raw player whose it is, ``NOBODY`` or ``SEVERAL`` (int32).
        off, succ, weight: the moves of state ``u`` lead to ``succ[off[u]:off[u + 1]]`` (uint32), in order of
            their codes; of chance events ``weight`` (int64) stands beside them, those of one state in lowest terms.
        starts: the start states.
    """

    def __init__(
        self,
        role: Array,
        off: Array,
        succ: Array,
        weight: Array,
        *,
        owner: Array | None = None,
        starts: Sequence[int] = (0,),
    ) -> None:
        self.role = np.ascontiguousarray(role, np.uint8)
        self.off = np.ascontiguousarray(off, np.int64)
        self.succ = np.ascontiguousarray(succ, np.uint32)
        self.weight = np.ascontiguousarray(weight, np.int64)
        if owner is None:
            owner = np.full(len(role), NOBODY, np.int32)
        self.owner = np.ascontiguousarray(owner, np.int32)
        self.starts = tuple(starts)

    @property
    def taken(self) -> ArenaMoves:
        """The moves as kernels take them."""
        return ArenaMoves(View(self.off), View(self.succ), View(self.weight), View(self.role))

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.role)

    @property
    def moves(self) -> int:
        """The number of moves, chance events included."""
        return int(self.off[-1])

    @property
    def complete(self) -> bool:
        """Say whether all moves of all states are known."""
        return not bool((self.role == UNKNOWN).any())

    def successors(self, state: int) -> list[int]:
        """The targets of a state's moves, in order of their codes."""
        return [int(t) for t in self.succ[self.off[state] : self.off[state + 1]]]

    def weights(self, state: int) -> list[int]:
        """The weights of a chance state's events, in lowest terms."""
        return [int(w) for w in self.weight[self.off[state] : self.off[state + 1]]]


class Explored(Arena):
    """The arena of an exploration; it knows the states behind the numbers."""

    def __init__(self, exploration: Exploration, interrupts: Interrupts) -> None:
        self.exploration = exploration
        self.store = store = exploration._store
        self.system = exploration.system
        self.interrupts = interrupts
        self.call = functions(store.native, loops.ARENA)
        # A fresh environment: that of the search may be counting.
        self.env = store.native.new_env(store.run.readings, store.run.parameters)
        first, second = store.shards
        count = first.count + second.count
        room = [int(shard.block[k.S_EDGES]) for shard in store.shards]
        self.off = np.zeros(count + 1, np.int64)
        self.role = np.zeros(count, np.uint8)
        self.owner = np.full(count, NOBODY, np.int32)
        self.succ = np.zeros(sum(room), np.uint32)
        self.weight = np.zeros(sum(room), np.int64)
        deciders = {t.decider for t in self.system.transitions if t.kind == "action"}
        edges = self._expand(room, int(len(deciders) > 1))
        end = self.off[first.count :]
        end[:-1] += edges[0]
        end[-1] = sum(edges)
        if edges[0] < room[0]:  # states whose moves are not all known have left a gap
            self.succ[edges[0] : sum(edges)] = self.succ[room[0] : room[0] + edges[1]].copy()
            self.weight[edges[0] : sum(edges)] = self.weight[room[0] : room[0] + edges[1]].copy()
        self.succ, self.weight = self.succ[: sum(edges)], self.weight[: sum(edges)]
        self.starts = tuple(sorted({self.number(root) for root in store.roots}))

    def _expand(self, room: Sequence[int], every: int) -> list[int]:
        """List all moves; return how many each shard has."""
        first, _ = self.store.shards
        tables = self.store.tables
        places = (0, first.count)
        edges = (0, room[0])
        blocks = [np.zeros(k.BLOCK, np.int64) for _ in range(SHARDS)]

        def task(shard: Shard) -> int:
            n = shard.number
            place, edge = places[n], edges[n]
            lists = loops.MoveLists(
                View(self.off, place),
                View(self.role, place),
                View(self.owner, place),
                View(self.succ, edge),
                View(self.weight, edge),
                room[n],
                first.count,
                every,
            )
            end = min(shard.count, int(blocks[n][k.S_AT]) + ROUND)
            work = self._work(blocks[n])
            images = self.store.images
            return self.call["moves_with"](work, shard.states, end, tables, lists, images)

        self._rounds(blocks, task)
        return [int(block[k.S_EDGES]) for block in blocks]

    def _work(self, block: Array) -> k.Workspace:
        moves = np.empty(max(1, self.exploration.coding.count), np.int64)
        return k.Workspace(View(block), View(self.env), View(moves), len(moves))

    def _rounds(self, blocks: Sequence[Array], task: Callable[[Shard], int]) -> None:
        """Run a task on both shards until all their states are done; raises a fault, or KeyboardInterrupt."""

        def whole(shard: Shard) -> Callable[[], None]:
            def work() -> None:
                block = blocks[shard.number]
                while int(block[k.S_AT]) < shard.count and not self.interrupts.raised:
                    status = task(shard)
                    if status == k.FAULT:
                        return
                    assert status == k.DONE, status

            return work

        with ShardThreads(2) as pair:
            pair.run([whole(s) for s in self.store.shards], large=self.states > SMALL)
        for shard, block in zip(self.store.shards, blocks, strict=True):
            if block[k.S_STATUS] < 0:
                play = self.exploration.moves_to(SHARDS * int(block[k.S_BAD]) + shard.number)
                code = int(block[k.S_CODE])
                raise fault(self.system, self.exploration.coding, int(block[k.S_STATUS]), play, code)
        if self.interrupts.raised:
            raise KeyboardInterrupt

    def measured(self, measure: str, player: int = 0) -> Array:
        """A measure of the ended states (int64, 0 for all others).

        ``measure``: ``score``, a player's; or ``winners``, the raw players who have won as bits.  Raises the model's
        own faults, and KeyboardInterrupt.
        """
        out = np.zeros(self.states, np.int64)
        first = self.store.shards[0].count
        blocks = [np.zeros(k.BLOCK, np.int64) for _ in range(SHARDS)]

        def task(shard: Shard) -> int:
            block = blocks[shard.number]
            end = min(shard.count, int(block[k.S_AT]) + ROUND)
            mine = View(out, shard.number * first)
            return self.call["payoffs"](self._work(block), shard.states, end, MEASURES[measure], player, mine)

        self._rounds(blocks, task)
        return out

    # ------------------------------------------------------------------------------------- states

    def number(self, state: int) -> int:
        """The number of an exploration's id."""
        index, shard = state // SHARDS, state % SHARDS
        return index + shard * self.store.shards[0].count

    def id(self, number: int) -> int:
        """The exploration's id of a number."""
        first = self.store.shards[0].count
        return SHARDS * number if number < first else SHARDS * (number - first) + 1

    def find(self, cells: Cells) -> int | None:
        """The number of a settled state; None if it was not found."""
        state = self.exploration.find(cells)
        return None if state is None else self.number(state)

    def options(self, number: int) -> list[int]:
        """The codes of a state's moves, in the order of its successors."""
        native = self.store.native
        assert isinstance(native, Native)
        return native.moves(self.exploration.cells(self.id(number)), self.env)


def arena_of(exploration: Exploration, interrupts: Interrupts) -> Explored:
    """The arena of an exploration made with code that holds these loops, such as :func:`solver_of` gives.

    Takes 12 bytes a move and 13 a state.  Of a search that ended early, states whose moves are not all known have
    role 0.  Raises BadInput for 2**32 - 1 states or more, and for native code without the kernels; the model's own
    faults; and KeyboardInterrupt once ``interrupts`` says so.
    """
    if exploration.states >= 2**32 - 1:
        raise BadInput("there are too many states to be numbered", remedy="take a smaller instance")
    return Explored(exploration, interrupts)


def solver_of(box: Box) -> Native:
    """The rules of a box compiled to be explored and solved, once: where it has code with these loops, that code.

    The code of all loops takes longer to make; so it is not made for this alone.
    """
    if "native" in box.__dict__ and box.native.address(loops.ARENA[0].__name__):
        return box.native
    if "solver" not in box.made:
        box.made["solver"] = compile_solver(box.system)
    found: Native = box.made["solver"]
    return found
