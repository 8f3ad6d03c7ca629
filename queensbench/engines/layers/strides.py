"""Small levels, made one after the other in memory.

A task costs about a millisecond, whatever it does; so levels of few states are made without any.  A *stride* holds a
table of all states since its table was begun.  What a level leads to is looked up there; what is new is looked up in
the runs of the levels before the table.  A filter of these, if it pays, tells at once of most states that they are new.
When the table is full its states are written, and it is begun anew.

What is written, and what counts, is up to the coordinator (:mod:`queensbench.engines.layers.search`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from queensbench.engines.layers import kernels as loops
from queensbench.engines.layers.expanding import Expanding, spans
from queensbench.engines.layers.merging import without
from queensbench.engines.layers.messages import BoxName, Expanded, Expansion, Part
from queensbench.engines.layers.runs import Run
from queensbench.engines.layers.set_kernels import library
from queensbench.engines.layers.sets import StateFilter, StateTable, most_in
from queensbench.engines.layers.sites import Site, ordered, site
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View

Key = tuple[int, int]
"""The choices and steps of a level."""
ROOM = 1 << 18
"""The most successors that are held before they are put aside."""
MANY = 256
"""Of levels of at least so many states it counts how many candidates there are for each."""
MARKING = 30e-9
"""The seconds in which a state is read and marked, about."""


class Small(NamedTuple):
    """A level in memory: its choices and steps, its first state in the table, and how many it has."""

    key: Key
    first: int
    states: int


class InMemory(Expanding):
    """An expansion that keeps what it finds in memory: what chance leads to, and what choices lead to."""

    def __init__(self, task: Expansion, site: Site) -> None:
        self.found: tuple[list[Array], list[Array]] = ([], [])
        super().__init__(task, site)

    def flush(self) -> None:
        """Put the successors aside."""
        near, far = int(self.block[k.S_OUT]), int(self.block[k.S_OUT + 1])
        for found, first, count in ((self.found[0], 0, near), (self.found[1], self.room - far, far)):
            if count:
                found.append(self.keys[first * self.words : (first + count) * self.words].copy())
        self.block[k.S_OUT : k.S_OUT + 2] = 0


class Stride:
    """Levels in memory.

    ``levels``: those that are not written yet; the last of them, or the last that is written, is ``last``.
    ``begun``: the place of the first level in the table.  ``pending``: candidates by the key of their level, with
    some of them more than once.  ``expanded``: the last level is.
    """

    def __init__(self, scratch: str, box: BoxName, words: int, share: int, *, judging: bool) -> None:
        self.scratch, self.box, self.words, self.judging = scratch, box, words, judging
        self.most = most_in(share // 2, words)
        self._share = share
        self.filter: StateFilter | None = None
        self.levels: list[Small] = []
        self.pending: dict[Key, list[Array]] = {}
        self._owed = 0.0
        self._branching = 4.0
        """The most candidates for each state of a level so far."""

    # ------------------------------------------------------------------------------- begin and end

    def begin(
        self, place: int, number: int, last: Sequence[Run], key: Key, pending: dict[Key, list[Run]]
    ) -> None:
        """Take up a level with its key, which may be none, and the candidates of those to come.

        ``place``: how many levels there are; ``number``: how many states are in those before the last.
        """
        self.site = site()
        self.table = StateTable(self.words, self.most)
        self.begun, self.number = place, number
        self.saved = 0
        self.levels = []
        self.pending = {key: [self.states_of(runs)] for key, runs in pending.items()}
        task = Expansion(self.scratch, self.box, "", (), ROOM, self.judging)
        self.expanding = InMemory(task, self.site)
        self.unexpanded = self.states_of(last)
        self.key = key

    def states_of(self, runs: Sequence[Run]) -> Array:
        """The states of some runs, one run after the other."""
        found = [
            np.array(span.keys.array[: span.end * self.words])
            for span in spans(
                self.scratch, [Part(one.named, 0, -1, 0) for one in runs], self.words, self.site
            )
        ]
        return np.concatenate([*found, np.zeros(0, np.uint64)])

    def noted(self) -> Expanded:
        """The notes on the states that were expanded since they were asked for last."""
        found = self.expanding.answer(None)
        self.expanding.forget()
        return found

    # -------------------------------------------------------------------------------------- levels

    def expand(self) -> tuple[int, int, int] | None:
        """Expand the last level; the fault that ended it, if one did."""
        states = self.unexpanded
        count = len(states) // self.words
        if not count:
            return None
        fault = self.expanding.expand(loops.Span(View(states), count, self.number))
        if fault is not None:
            return fault
        self.expanding.flush()
        choices, steps = self.key
        for found, key in zip(
            self.expanding.found, ((choices, steps + 1), (choices + 1, steps + 1)), strict=True
        ):
            if found:
                self.pending.setdefault(key, []).extend(found)
                found.clear()
        made = sum(len(one) for found in self.pending.values() for one in found) // self.words
        self._branching = max(self._branching, made / count if count >= MANY else 0.0)
        self.number += count
        self.unexpanded = states[:0]
        return None

    def candidates(self, key: Key, outer: Sequence[Run]) -> tuple[Array, int]:
        """The states of the next level, sorted, each once, that stand in no level before; how many they are."""
        found = self.pending[key]
        keys = found[0] if len(found) == 1 else np.concatenate(found)
        count = self.table.absent(View(keys), len(keys) // self.words)
        keys, count = ordered(keys, count, self.words, self.site)
        return keys, self._unseen(keys, count, outer)

    def keep(self, key: Key, keys: Array, count: int) -> None:
        """Take in the next level; there must be room for it."""
        first = self.table.count
        self.table.include(View(keys), count)
        self.levels.append(Small(key, first, count))
        self.unexpanded = self.table.part(first, count)
        self.key = key
        del self.pending[key]

    def crowded(self, count: int) -> bool:
        """Whether a level of so many states may lead to more candidates than there is room for."""
        return count * self._branching > self.most // 2

    @property
    def marked(self) -> int:
        """How many levels are marked in the filter."""
        return 0 if self.filter is None else self.filter.levels

    def rest(self, first: int) -> Array:
        """A copy of the states from a place of the table on."""
        return self.table.part(first, self.table.count - first).copy()

    def fresh(self) -> Iterator[tuple[Small, Array]]:
        """The levels that are not written yet, with their states."""
        for one in self.levels:
            yield one, self.table.part(one.first, one.states)

    def written(self) -> None:
        """All levels are written."""
        self.levels = []
        self.saved = self.table.count

    def renew(self, place: int) -> None:
        """Empty the table, all states of which are written; ``place``: how many levels there are."""
        self.unexpanded = self.unexpanded.copy()
        states = self.number + len(self.unexpanded) // self.words
        # A table that is not full ends with the stride, after which there may be no other for long.
        wanted = self.filter is not None or 2 * self.table.count > self.most
        if wanted and self.marked == self.begun and self._worth(states):
            self._mark(self.table.states, self.table.count, place)
        self.table.clear()
        self.begun, self.saved = place, 0

    # -------------------------------------------------------------------------------- earlier levels

    def _unseen(self, keys: Array, count: int, outer: Sequence[Run]) -> int:
        """Drop those of sorted states that stand in runs of levels before the table; how many are left."""
        if not count or not outer:
            return count
        if self.filter is None or self.filter.levels != self.begun:
            return self._looked_up(keys, count, outer)
        call = library(self.words)
        some = self.site.buffer("suspects", count * self.words)
        many = self.filter.suspects(View(keys), count, View(some))
        left = some[: many * self.words].copy()
        rest = self._looked_up(left, many, outer)
        if rest == many:
            return count
        gone = call["without"](View(some), many, View(left), rest)
        return call["without"](View(keys), count, View(some), gone)

    def _looked_up(self, keys: Array, count: int, outer: Sequence[Run]) -> int:
        """The same, by the runs themselves, the last first."""
        begun = time.perf_counter()
        for one in reversed(outer):
            if count:
                count = without(keys, count, self.site.readers(self.scratch, one.named, self.words))
        self._owed += time.perf_counter() - begun
        return count

    def pays(self, missing: int, states: int) -> bool:
        """Whether so many states that are not marked yet, of so many before the table, are to be marked now."""
        if self.filter is not None and self.filter.levels == self.begun:
            return False
        return self._owed > missing * MARKING and self._worth(states)

    def mark_runs(self, runs: Sequence[Run]) -> None:
        """Mark the states of the runs of all levels from the last marked one to the table."""
        for span in spans(self.scratch, [Part(one.named, 0, -1, 0) for one in runs], self.words, self.site):
            self._mark(span.keys.array, span.end, self.begun)
        assert self.filter is not None
        self.filter.levels = self.begun
        self._owed = 0.0

    def _worth(self, states: int) -> bool:
        """Whether a filter of so many states tells enough; without it, there is none."""
        if self.filter is None:
            self.filter = StateFilter(self.words, self._share // 2)
        if states > self.filter.most:
            self.filter = None
            return False
        return True

    def _mark(self, keys: Array, count: int, levels: int) -> None:
        assert self.filter is not None
        self.filter.mark(View(keys), count)
        self.filter.levels = levels
