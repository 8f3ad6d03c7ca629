"""Values of the states of an arena, and an order in which they can be computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.solve import kernels as loops
from queensbench.engines.solve.arena import Arena
from queensbench.engines.solve.cycle_kernels import StateOrder, ValueTable

Tick = Callable[[], None]
"""Called now and then; it may raise KeyboardInterrupt."""


@dataclass
class SolvingOrder:
    """An order in which every state stands before its successors, except on cycles.

    ``queue``: the states (uint32); ``comp``: per state the strongly connected component (uint32), whose states stand
    together; ``cyclic``: per state whether its component has several states; both are empty where there is no cycle.
    """

    queue: Array
    comp: Array
    cyclic: Array

    @property
    def taken(self) -> StateOrder:
        """The order as kernels take it; without cycles each state is a component."""
        comp = np.arange(len(self.queue), dtype=np.uint32) if self.acyclic else self.comp
        return StateOrder(View(self.queue), View(comp))

    @property
    def acyclic(self) -> bool:
        """Say whether no play comes back to a state that it has left."""
        return not len(self.comp)


def order_of(arena: Arena) -> SolvingOrder:
    """The order of an arena, in O(states + moves)."""
    count = arena.states
    call = loops.library()
    degree = np.zeros(max(1, count), np.uint32)
    call["degrees"](count, arena.taken, degree)
    queue = np.empty(max(1, count), np.uint32)
    nothing = np.empty(0, np.uint32)
    if call["ordered"](count, arena.taken, degree, queue) == count:
        return SolvingOrder(queue, nothing, np.empty(0, bool))
    del degree
    found = np.full(count, -1, np.int32)
    comp = components(arena.off, arena.succ, np.ones(count, np.uint8), found)
    queue[:] = np.lexsort((found, -comp))
    sizes = np.bincount(comp)
    return SolvingOrder(queue, comp.astype(np.uint32), sizes[comp] > 1)


def components(off: Array, succ: Array, within: Array, found: Array | None = None) -> Array:
    """Number the strongly connected component of each state (int32; -1 outside); moves lead to lower numbers.

    ``found`` (int32, all -1) is filled with the order in which a search in depth comes by the states.
    """
    from queensbench.engines.graphs.games import strong_components

    return strong_components(off, succ, within, found)[0]


@dataclass
class Values:
    """The values of an arena's states.

    Attributes:
        num, den: the value as a reduced fraction (int64); ``den`` is 0 where there is none.
        big: values that do not fit those.
        best: per state of choice the place of the best move among its moves, the first of equals (uint32,
            ``NO_MOVE``: going on for ever is better than any, or there is none).
        low, up: bounds of all states (int64), in units of ``1 / unit``; None if every value is exact.
        endless: the payoff of a play without end.
        lost: states whose value did not fit 64 bits; without cycles also those not found because one before did not.
        cyclic: how many states lie on cycles.
        rounds: how often bounds were swept, traps being looked for in between.
        certified: whether values are exact although there are cycles, as best play need not go round.
        iterated: whether they are exact although best play goes round.
    """

    num: Array
    den: Array
    best: Array
    endless: int
    order: SolvingOrder
    big: dict[int, Fraction] = field(default_factory=dict)
    low: Array | None = None
    up: Array | None = None
    unit: int = 1
    lost: int = 0
    cyclic: int = 0
    rounds: int = 0
    certified: bool = False
    iterated: bool = False

    @property
    def table(self) -> ValueTable:
        """Exact values and best moves as kernels take them."""
        return ValueTable(View(self.num), View(self.den), View(self.best))

    @property
    def complete(self) -> bool:
        """Say whether the value of every state is known exactly, without bounds."""
        return int(np.count_nonzero(self.den)) + len(self.big) >= len(self.den)

    def exact(self, state: int) -> Fraction | None:
        """The value of a state, if it is known exactly."""
        if self.den[state]:
            return Fraction(int(self.num[state]), int(self.den[state]))
        if state in self.big:
            return self.big[state]
        low, up = self.bounds(state)
        return low if low == up else None

    def bounds(self, state: int) -> tuple[Fraction, Fraction]:
        """A lower and an upper bound of a state's value."""
        if self.den[state] or state in self.big:
            found = self.big.get(state) or Fraction(int(self.num[state]), int(self.den[state]))
            return found, found
        assert self.low is not None
        assert self.up is not None
        return Fraction(int(self.low[state]), self.unit), Fraction(int(self.up[state]), self.unit)
