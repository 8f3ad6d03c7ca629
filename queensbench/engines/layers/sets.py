"""Sets of states in memory: all states of some levels, and a filter for those of the levels before."""

from __future__ import annotations

import numpy as np

from queensbench.engines.layers.set_kernels import Filter, Table, library
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View

FIRST_SLOTS = 1 << 13
PER_SLOT = 4
STATE_BYTES = 24
"""A state of one word takes eight bytes in a table, and sixteen where it is sorted."""
SLOT_BYTES = 16
"""The bytes of slots that a state of a table takes at the most: four of four bytes."""
LEAST_BITS = 8
"""A filter with fewer bits for each state tells too little."""


class StateTable:
    """At most ``most`` states, in the order in which they came.

    ``states``: their words, side by side; ``count``: how many there are.
    """

    def __init__(self, words: int, most: int) -> None:
        self.words, self.most = words, most
        self.states: Array = np.empty(most * words, np.uint64)
        self._call = library(words)
        self.clear()

    def clear(self) -> None:
        """Forget all states."""
        self.count = 0
        self._slots(FIRST_SLOTS)

    def _slots(self, count: int) -> None:
        """Make so many slots, a power of two, and enter what there is."""
        self._room = count // 2
        self._table = Table(View(self.states), View(np.zeros(count, np.int32)), count - 1)
        self._call["entered"](self._table, self.count)

    def absent(self, keys: View, count: int) -> int:
        """Drop those of some states that are here; how many are left, in their order."""
        return self._call["absent"](keys, count, self._table)

    def include(self, keys: View, count: int) -> None:
        """Append states that are not here; there must be room for them."""
        assert self.count + count <= self.most
        while self.count + count > self._room:
            self._slots(8 * self._room)
        self.count = self._call["include"](keys, count, self._table, self.count)

    def part(self, first: int, count: int) -> Array:
        """The words of some states in the order in which they came."""
        return self.states[first * self.words : (first + count) * self.words]


class StateFilter:
    """Tells of a state for certain that it was not marked, or that it may have been.

    ``levels``: the states of so many levels are marked; ``most``: the most states that are worth marking.
    """

    def __init__(self, words: int, size: int) -> None:
        power = max(0, (size // 8).bit_length() - 1)
        self.most = (64 << power) // LEAST_BITS
        self.levels = 0
        self._call = library(words)
        self._bits = Filter(View(np.zeros(1 << power, np.uint64)), 64 - power)

    def mark(self, keys: View, count: int) -> None:
        """Mark some states."""
        self._call["marked"](keys, count, self._bits)

    def suspects(self, keys: View, count: int, out: View) -> int:
        """Copy those of some states that may have been marked; how many they are."""
        return self._call["suspects"](keys, count, self._bits, out)


def most_in(size: int, words: int) -> int:
    """How many states a table in so many bytes may have."""
    return size // (STATE_BYTES * words + SLOT_BYTES)
