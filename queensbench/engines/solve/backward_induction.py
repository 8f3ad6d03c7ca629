"""The value of every state of an arena under best play, by backward induction: exact, or between bounds.

What a play comes to is a whole number, given for every state at which it may stop.  A play that never stops comes to
``endless``, which must not exceed any other payoff.  Where the arena has no cycle (moves back to the same state are
none) every value is a fraction, computed in 64 bits with every overflow detected; what does not fit is computed
with Python's own fractions, if that is not too much.  All else is kept between a lower and an upper bound, rounded
outwards (:mod:`queensbench.engines.solve.value_bounds`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd

import numpy as np

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.solve import kernels as loops
from queensbench.engines.solve.arena import Arena
from queensbench.engines.solve.fractions import NO_MOVE

MOST_PYTHON = 2_000_000
"""Moves that are computed with Python's fractions, at the most."""

STRIDE = 1 << 18
Tick = Callable[[], None]
"""Called now and then; it may raise KeyboardInterrupt."""


@dataclass
class Order:
    """An order in which every state comes before its successors, but for those on cycles.

    ``queue``: the states (uint32); ``comp``: per state the strongly connected component (uint32), whose states stand
    together; ``cyclic``: per state whether its component has several states; empty arrays where there is no cycle.
    """

    queue: Array
    comp: Array
    cyclic: Array

    @property
    def acyclic(self) -> bool:
        """Whether no play comes back to a state that it has left."""
        return not len(self.comp)


def order_of(arena: Arena) -> Order:
    """The order of an arena, in O(states + moves)."""
    count = arena.states
    call = loops.library()
    degree = np.zeros(max(1, count), np.uint32)
    call["degrees"](count, arena.off, arena.succ, degree)
    queue = np.empty(max(1, count), np.uint32)
    nothing = np.empty(0, np.uint32)
    if call["ordered"](count, arena.off, arena.succ, degree, queue) == count:
        return Order(queue, nothing, np.empty(0, bool))
    del degree
    found = np.full(count, -1, np.int32)
    comp = components(arena.off, arena.succ, np.ones(count, np.uint8), found)
    queue[:] = np.lexsort((found, -comp))
    sizes = np.bincount(comp)
    return Order(queue, comp.astype(np.uint32), sizes[comp] > 1)


def components(off: Array, succ: Array, within: Array, found: Array | None = None) -> Array:
    """Per state the number of its strongly connected component (int32; -1 outside); moves lead to lower numbers.

    ``found`` (int32, all -1) is filled with the order in which a search in depth comes by the states.
    """
    from queensbench.engines.graphs.games import call

    count = len(within)
    marks = [np.full(max(1, count), -1, np.int32) for _ in range(2)]
    rooms = [np.empty(max(1, count), kind) for kind in (np.uint32, np.uint32, np.int64)]
    comp = np.full(max(1, count), -1, np.int32)
    call("components", count, off, succ, within, marks[0] if found is None else found, marks[1], *rooms, comp)
    return comp[:count]


@dataclass
class Values:
    """The values of an arena's states.

    Attributes:
        num, den: the value as a reduced fraction (int64); ``den`` is 0 where there is none.
        big: values that do not fit those.
        best: per state of choice the place of the best move among its moves, the first of equals (uint32,
            ``NO_MOVE``: none is better than going on for ever).
        low, up: bounds of all states (int64), in units of ``1 / unit``; None if every value is exact.
        endless: what a play without end comes to.
        lost: states whose value did not fit 64 bits, or was not found because something on the way to it did not.
        cyclic: how many states lie on cycles.
        rounds: how often bounds were swept, traps being looked for in between.
        certified: whether values are exact although there are cycles, as best play need not go round.
        iterated: whether they are exact although best play goes round.
    """

    num: Array
    den: Array
    best: Array
    endless: int
    order: Order
    big: dict[int, Fraction] = field(default_factory=dict)
    low: Array | None = None
    up: Array | None = None
    unit: int = 1
    lost: int = 0
    cyclic: int = 0
    rounds: int = 0
    certified: bool = False
    iterated: bool = False

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


def solve_arena(
    arena: Arena,
    payoff: Array,
    maximising: Array,
    *,
    order: Order | None = None,
    endless: int | None = None,
    most_python: int = MOST_PYTHON,
    tick: Tick = lambda: None,
) -> Values:
    """The values of all states.

    Args:
        arena: who moves where.
        payoff: per state where play stops, and per state of role 0, what it comes to (int64).
        maximising: per state of choice, whether its mover wants the greatest value (uint8).
        order: the arena's order, if it is known.
        endless: what a play that never stops comes to; the least payoff if None, and never more than that.
        most_python: how many moves may be computed with Python's fractions.
        tick: called now and then.

    O(states + moves) without cycles, 20 bytes a state; of cycles see :mod:`queensbench.engines.solve.value_bounds`.
    """
    from queensbench.engines.solve.certified_values import certify
    from queensbench.engines.solve.policy_iteration import iterate
    from queensbench.engines.solve.value_bounds import bound

    call = loops.library()
    order = order_of(arena) if order is None else order
    count = arena.states
    stops = (arena.role != k.CHOICE) & (arena.role != k.CHANCE)
    least = int(payoff[stops].min()) if stops.any() else 0
    ending = least if endless is None else min(endless, least)
    num = np.where(stops, payoff, 0).astype(np.int64)
    den = stops.astype(np.int64)
    side = np.ascontiguousarray(maximising, np.uint8)
    values = Values(num, den, np.full(count, NO_MOVE, np.uint32), ending, order)
    values.cyclic = int(order.cyclic.sum())
    fixed = np.where(order.cyclic, 0, arena.role).astype(np.uint8) if values.cyclic else arena.role
    for first in range(count - 1, -1, -STRIDE):
        tick()
        values.lost += call["induct"](
            first,
            max(-1, first - STRIDE),
            *(order.queue, arena.off, arena.succ, arena.weight, fixed, side),
            *(num, den, values.best, ending),
        )
    if values.lost and not values.cyclic:
        missing = den[order.queue[:count]] == 0
        states = order.queue[:count][missing][::-1]
        moves = int((arena.off[states.astype(np.int64) + 1] - arena.off[states]).sum())
        if moves <= most_python:
            _by_fractions(arena, values, states, side, tick)
    if values.lost and values.cyclic:
        values.lost = _overflown(arena, values)
    if np.count_nonzero(den) + len(values.big) < count:
        bound(arena, values, side, tick)
        if values.cyclic and not certify(arena, payoff, side, values, most_python=most_python, tick=tick):
            iterate(arena, side, values, most_python=most_python, tick=tick)
    return values


def _overflown(arena: Arena, values: Values) -> int:
    """How many values did not fit, and do not merely rest on a cycle or on such a value."""
    source = np.repeat(np.arange(arena.states), np.diff(arena.off))
    resting = np.zeros(arena.states, bool)
    resting[source[(values.den[arena.succ] == 0) & (arena.succ != source)]] = True
    return int(((values.den == 0) & ~values.order.cyclic & ~resting).sum())


def _by_fractions(arena: Arena, values: Values, states: Array, side: Array, tick: Tick) -> None:
    """Compute what did not fit with Python's fractions; ``states``: in the order to be taken."""
    for number, state in enumerate(map(int, states)):
        if number % 1024 == 0:
            tick()
        targets = arena.successors(state)
        if arena.role[state] == k.CHANCE:
            found = _mean(values, state, targets, arena.weights(state))
        else:
            found = _best(values, state, targets, greatest=bool(side[state]))
        if -(2**63) < found.numerator < 2**63 and found.denominator < 2**63:
            values.num[state], values.den[state] = found.numerator, found.denominator
            values.lost -= 1  # what did not fit was on the way to it
        else:
            values.big[state] = found


def _pair(values: Values, state: int) -> tuple[int, int]:
    found = values.big.get(state)
    if found is not None:
        return found.numerator, found.denominator
    return int(values.num[state]), int(values.den[state])


def _mean(values: Values, state: int, targets: list[int], weights: list[int]) -> Fraction:
    """The mean of a chance state, over one common denominator: one reduction in place of one a successor."""
    pairs = [(w, *_pair(values, t)) for w, t in zip(weights, targets, strict=True) if t != state]
    if not pairs:
        return Fraction(values.endless)
    below = 1
    for _, _, d in pairs:
        below = below // gcd(below, d) * d
    above = sum(w * n * (below // d) for w, n, d in pairs)
    return Fraction(above, below * sum(w for w, _, _ in pairs))


def _best(values: Values, state: int, targets: list[int], *, greatest: bool) -> Fraction:
    best: Fraction | None = None
    values.best[state] = NO_MOVE
    for place, target in enumerate(targets):
        if target == state:
            continue
        found = Fraction(*_pair(values, target))
        if best is None or (found > best if greatest else found < best):
            best = found
            values.best[state] = place
    staying = Fraction(values.endless)
    if best is None or (state in targets and (staying > best if greatest else staying < best)):
        values.best[state] = NO_MOVE
        return staying
    return best
