"""Exhaustive breadth-first search of one instance, on two threads, the same whatever their timing.

*Shortest* counts players' choices first, then steps, where a step is any stored transition.  States are found
by levels of equal choices.  Inside a level chance events are closed first: the states of the level are taken
by increasing steps, and a state of the level that is reached again with fewer steps is lowered.  Then the
choices of the level, again by increasing steps, make the next level.  So every state has its least (choices,
steps), and among equal ways the parent is the first in a fixed order.

States are packed in full, not as fingerprints: a collision of hashes costs time and never a state.  A state
costs, for ``w`` words, ``8 w + 7`` bytes (words, parent 4, steps 2, kind 1) and 5.8 to 11.6 bytes of a table
of indices that is at most eleven sixteenths full, or seven eighths where the budget has no room for a larger
one; lists of lowered states and the outboxes (1 to 12 MB) come on top.  Arrays are reserved for the whole
budget, and the machine gives memory as they fill.

What this engine cannot see: whether the symmetry that it is given holds (a wrong one merges states that differ;
:mod:`queensbench.engines.explore.equivariance` checks it afterwards); all shortest plays to a state but one; all
faults of a model but the first in the order of the search; plays of more than 65,535 steps, which are beyond its
counters and end the search as incomplete.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from queensbench.engines.explore import kernels as loops
from queensbench.engines.explore.state_space import Exploration, Graph
from queensbench.engines.explore.state_table import (
    MOST_ROOM,
    NONE,
    ROUND,
    SHARDS,
    SMALL,
    ExploreSettings,
    Shard,
    Store,
    Symmetry,
)
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import (
    Interrupts,
    NativeCode,
    ShardThreads,
    Ticker,
    cells_vector,
    fault,
    functions,
    renewed,
)
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput
from queensbench.readers.native.layout import OVERFLOW
from queensbench.rules.typed.ir import System

__all__ = ["Exploration", "Graph", "Symmetry", "explore"]

MOST_STEPS = 65535
WHOLE = ExploreSettings()

AGAIN = 2.0
"""How often each state is looked at in all, as a rule: to find it, and to list its transitions or compare it."""

TELLING = 20
"""The time left is estimated once more than one in so many states is found; the first few take longer than others."""


class _Search(Store):
    """One exploration while it runs."""

    spent = 0.0

    # ------------------------------------------------------------------------------------ start

    def plant(self) -> None:
        """Store the start states as level 0."""
        given = self.run.start
        vectors = [None] if given is None else [cells_vector(self.system, cells) for cells in given]
        if not vectors:
            raise BadInput("no start state was given")
        for vector in vectors:
            cells = np.zeros(len(self.system.cells), np.int32) if vector is None else vector.copy()
            status = self.call["start_state"](cells, self.shards[0].env, int(vector is None))
            if status <= 0:
                raise fault(self.system, self.coding, status, ())
            self.starts.append(cells)
            message = np.zeros(self.width + 1, np.uint64)
            owner = self.shards[self.call["locate"](cells, message, self.images)]
            message[self.width] = NONE
            if not self.drain(owner, [(View(message), 1)], 2**40, self.run.max_states - self.states):
                self.reason = owner.stopped
                return
            self.roots.append(self.locate(cells))

    # ------------------------------------------------------------------------------------ rounds

    def stopped(self) -> bool:
        """Whether a budget, Ctrl-C or a target has ended the search."""
        return bool(self.reason)

    def search(self, pair: ShardThreads, interrupts: Interrupts) -> None:
        """Level after level, until nothing is new or a budget ends."""
        self.pair, self.interrupts, self.ticker = pair, interrupts, Ticker(self.run.progress)
        chance = self.coding.chance_base < self.coding.count
        counts = self.counts()
        self.bounds.append((0, 0))
        buckets: list[dict[int, list[list[Any]]]] = [{0: [[0, n, None]]} if n else {} for n in counts]
        while not self.stopped() and any(buckets):
            if chance:
                self.close_chance(buckets)
            fresh: list[dict[int, list[list[Any]]]] = [{}, {}]
            if not self.stopped():
                self.bounds.append(self.counts())
                for steps in sorted(set().union(*buckets)):
                    before = self.counts()
                    self.bucket(
                        loops.PASS_CHOICE if chance else loops.PASS_ALL, steps, buckets, (2**40, 2**40)
                    )
                    self.sort_in(fresh, steps + 1, before)
                    if self.stopped():
                        break
            if any(fresh) and not self.stopped():
                self.level += 1
                self.reason = "targets" if self.reached() else ""
            buckets = fresh

    def close_chance(self, buckets: list[dict[int, list[list[Any]]]]) -> None:
        """Follow the chance events of the level, by increasing steps."""
        steps = -1
        while not self.stopped():
            later = [s for shard in buckets for s in shard if s > steps]
            if not later:
                return
            steps = min(later)
            before = self.counts()
            for shard in self.shards:
                shard.block[k.S_LOWERED] = 0
            self.bucket(loops.PASS_CHANCE, steps, buckets, self.bounds[-1])
            self.sort_in(buckets, steps + 1, before)
            for shard, mine in zip(self.shards, buckets, strict=True):
                lowered = int(shard.block[k.S_LOWERED])
                if lowered:
                    mine.setdefault(steps + 1, []).append([0, lowered, shard.lowered[:lowered].copy()])

    def left(self) -> float | None:
        """The seconds that this code would still run; None if the number of states is not known.

        0 as long as too few states have been found for an estimate.
        """
        expected = min(self.run.expected, self.run.max_states)
        if not expected:
            return None
        if TELLING * self.states <= expected:
            return 0.0
        return self.spent * max(AGAIN * expected / self.states - 1, 0)

    def sort_in(self, buckets: list[dict[int, list[list[Any]]]], steps: int, before: tuple[int, int]) -> None:
        """Enter the states stored since ``before`` under their steps."""
        for mine, old, new in zip(buckets, before, self.counts(), strict=True):
            if new > old:
                mine.setdefault(steps, []).append([old, new, None])

    def bucket(
        self, phase: int, steps: int, buckets: list[dict[int, list[list[Any]]]], level: tuple[int, int]
    ) -> None:
        """Expand the states of the level that have so many steps, in rounds."""
        for shard, mine in zip(self.shards, buckets, strict=True):
            shard.queue = [list(piece) for piece in mine.get(steps, ())]
        while not self.reason and any(shard.queue for shard in self.shards):
            large = self.pair.pool is not None and sum(shard.pending() for shard in self.shards) > SMALL
            begun = time.thread_time()
            self.pair.run([self.expansion(shard, phase, steps) for shard in self.shards], large=large)
            self.faults()
            self.deliver(level, steps, large=large)
            seconds = (SHARDS if large else 1) * (time.thread_time() - begun)
            self.spent += seconds
            if renewed(self.native, seconds, self.left()):
                self.call = functions(self.native, loops.EXPLORER)
            for shard in self.shards:
                shard.block[k.S_OUT : k.S_OUT + SHARDS] = 0
                if shard.status == k.NARROW:
                    if shard.cap >= self.coding.count:
                        raise fault(self.system, self.coding, OVERFLOW, ())
                    shard.widen(min(self.coding.count, shard.cap * 4), shard.room)
                elif shard.room < MOST_ROOM and self.states > 64 * shard.room:
                    shard.widen(shard.cap, 2 * shard.room)
            self.ticker(self.states, self.level)
            if self.interrupts.raised:
                self.reason = "interrupted"

    def expansion(self, shard: Shard, phase: int, steps: int) -> Callable[[], None]:
        """Expand the shard's next states until its round is full."""
        expand = self.call["expand"]

        def task() -> None:
            n = shard.number
            shard.status = k.DONE
            left = ROUND
            while shard.queue and left > 0:
                piece = shard.queue[0]
                begin, end, listed = piece
                stop = min(end, begin + left)
                by_list = listed is not None
                named = View(listed if by_list else shard.lowered)
                wanted = loops.Piece(named, by_list, stop, phase, self.level, steps)
                shard.block[k.S_AT] = begin
                shard.status = expand(
                    shard.work, shard.states, wanted, shard.outboxes, self.noting[n], self.images
                )
                piece[0] = int(shard.block[k.S_AT])
                left -= piece[0] - begin
                if piece[0] == end:
                    shard.queue.pop(0)
                if shard.status != k.DONE:
                    return

        return task

    def faults(self) -> None:
        """Raise the first fault of a round, by steps (equal in a round) and id."""
        found = [s for s in self.shards if s.status == k.FAULT]
        if found:
            shard = min(found, key=lambda s: (int(s.block[k.S_BAD]), s.number))
            state = int(shard.block[k.S_BAD]) * SHARDS + shard.number
            code = int(shard.block[k.S_CODE])
            play = self.moves_to(state)
            raise fault(self.system, self.coding, int(shard.block[k.S_STATUS]), play, code)

    def deliver(self, level: tuple[int, int], steps: int, *, large: bool) -> None:
        """Hand the messages of a round to their owners; no new state is stored that more than MOST_STEPS lead to."""
        arriving = [sum(int(s.block[k.S_OUT + n]) for s in self.shards) for n in range(SHARDS)]
        self.peak = max(self.peak, *(int(s.block[k.S_OUT + n]) for s in self.shards for n in range(SHARDS)))
        last = steps >= MOST_STEPS
        left = 0 if last else self.run.max_states - self.states
        # Near the budget one shard after the other, so that which states fit does not depend on timing.
        tight = sum(arriving) > left

        def delivery(shard: Shard) -> Callable[[], None]:
            def task() -> None:
                n = shard.number
                room = self.run.max_states - self.states if tight and not last else left
                inboxes = [(s.boxes[n], int(s.block[k.S_OUT + n])) for s in self.shards]
                self.drain(shard, inboxes, level[n], room)

            return task

        self.pair.run([delivery(s) for s in self.shards], large=large and not tight)
        for shard in self.shards:
            self.reason = self.reason or ("max_steps" if last and shard.stopped else shard.stopped)

    def drain(self, shard: Shard, inboxes: list[tuple[View, int]], level: int, room: int) -> bool:
        """Store the new states, growing the table; False if a budget ended before all were stored."""
        most = shard.count + room
        for inbox, count in inboxes:
            first = 0
            while first < count:
                lowered = loops.Lowered(View(shard.lowered), len(shard.lowered))
                limit = min(most, shard.rows, shard.fill)
                messages = loops.Inbox(inbox, first, count)
                first = self.call["drain"](
                    shard.block, shard.states, shard.found, messages, limit, level, lowered
                )
                if first == count:
                    break
                if int(shard.block[k.S_LOWERED]) == len(shard.lowered):
                    shard.lowered = np.concatenate([shard.lowered, np.empty_like(shard.lowered)])
                    continue
                if shard.count >= most:
                    shard.stopped = "max_states"
                    return False
                if shard.count >= shard.rows:
                    shard.stopped = "refused" if shard.refused else "max_bytes"
                    return False
                if shard.count >= shard.fill and not self.grow(shard):
                    shard.stopped = "max_bytes"
                    return False
        return True

    def grow(self, shard: Shard) -> bool:
        """Double the table of a shard, if its budget allows.  The old one is given up first."""
        if not shard.affords(shard.bits + 1):
            return False
        shard.enter(shard.bits + 1)
        self.call["rehash"](shard.found, shard.count)
        return True

    def reached(self) -> bool:
        """Whether every target has held in some state."""
        wanted = [2 * judge + 1 for judge in self.run.targets]
        return bool(wanted) and all(
            any(judged[place * k.NOTE] > 0 for judged in self.judged) for place in wanted
        )


def explore(
    native: NativeCode, system: System, settings: ExploreSettings = WHOLE, *, threads: int = 2
) -> Exploration:
    """Find every state that can be reached, or as many as the budgets hold.

    Args:
        native: the rules compiled with :func:`queensbench.engines.runtime.kernels.add_kernels`.
        system: the same rules.
        settings: readings, budgets and the like; all states under the house readings unless given.
        threads: 1 or 2; the result does not depend on it.

    Raises:
        RangeViolation: an index or a value left its range; ``play`` holds the codes that lead there.
        ModelError: a chain without end, a negative weight, or players and chance in one state, with the play.
        BadInput: a start state or a target that is none, a budget below one state, or code without the kernels.

    Ctrl-C ends the search between two rounds (some hundredths of a second); the states found so far are returned.
    """
    if settings.max_states < 1 or settings.max_bytes < 1 << 20:
        raise BadInput("the budget holds no state", remedy="allow at least 1 state and 1 MiB")
    if any(not 0 <= j < len(system.judges) for j in settings.targets):
        raise BadInput(f"a target is no judge of {system.ruleset}/{system.mode}")
    begun = time.perf_counter()
    with Interrupts() as interrupts, ShardThreads(threads) as pair:
        search = _Search(native, system, settings)
        search.plant()
        try:
            search.search(pair, interrupts)
        except KeyboardInterrupt:
            search.reason = "interrupted"
    return Exploration(search, time.perf_counter() - begun)
