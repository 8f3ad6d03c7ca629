"""Values of states by backward induction: exact, wherever play does not go round.

Where the arena has no cycle (moves back to the same state are none) every value is a fraction, computed in 64 bits
with every overflow detected.  Values that do not fit are computed with Python's own fractions, if they are few enough.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import numpy as np

from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.solve import kernels as loops
from queensbench.engines.solve.arena import Arena
from queensbench.engines.solve.fractions import NO_MOVE
from queensbench.engines.solve.values import SolvingOrder, Tick, Values

MOST_PYTHON = 2_000_000
"""The most moves that are computed with Python's fractions."""

STRIDE = 1 << 18


def induced(
    arena: Arena,
    payoff: Array,
    side: Array,
    order: SolvingOrder,
    *,
    endless: int | None = None,
    most_python: int = MOST_PYTHON,
    tick: Tick = lambda: None,
) -> Values:
    """Compute the exact value of every state from which play reaches no cycle, and no value beyond 64 bits.

    Without cycles, values beyond 64 bits are computed as well, if they take at most ``most_python`` moves.
    Arguments as of :func:`~queensbench.engines.solve.arena_values.solve_arena`; ``side`` is uint8 and contiguous.
    O(states + moves), 20 bytes a state.
    """
    call = loops.library()
    count = arena.states
    stops = (arena.role != k.CHOICE) & (arena.role != k.CHANCE)
    least = int(payoff[stops].min()) if stops.any() else 0
    ending = least if endless is None else min(endless, least)
    num = np.where(stops, payoff, 0).astype(np.int64)
    den = stops.astype(np.int64)
    values = Values(num, den, np.full(count, NO_MOVE, np.uint32), ending, order)
    values.cyclic = int(order.cyclic.sum())
    fixed = np.where(order.cyclic, 0, arena.role).astype(np.uint8) if values.cyclic else arena.role
    moves = arena.taken._replace(role=View(fixed))
    for first in range(count - 1, -1, -STRIDE):
        tick()
        last = max(-1, first - STRIDE)
        values.lost += call["induct"](first, last, order.queue, moves, side, values.table, ending)
    if values.lost and not values.cyclic:
        missing = den[order.queue[:count]] == 0
        states = order.queue[:count][missing][::-1]
        left = int((arena.off[states.astype(np.int64) + 1] - arena.off[states]).sum())
        if left <= most_python:
            _by_fractions(arena, values, states, side, tick)
    if values.lost and values.cyclic:
        values.lost = _overflown(arena, values)
    return values


def _overflown(arena: Arena, values: Values) -> int:
    """Count the values that did not fit themselves, and do not merely rest on a cycle or on such a value."""
    source = np.repeat(np.arange(arena.states), np.diff(arena.off))
    resting = np.zeros(arena.states, bool)
    resting[source[(values.den[arena.succ] == 0) & (arena.succ != source)]] = True
    return int(((values.den == 0) & ~values.order.cyclic & ~resting).sum())


def _by_fractions(arena: Arena, values: Values, states: Array, side: Array, tick: Tick) -> None:
    """Compute values beyond 64 bits with Python's fractions; ``states``: in the order of the computation."""
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
            values.lost -= 1  # a value on the way to it did not fit
        else:
            values.big[state] = found


def _pair(values: Values, state: int) -> tuple[int, int]:
    found = values.big.get(state)
    if found is not None:
        return found.numerator, found.denominator
    return int(values.num[state]), int(values.den[state])


def _mean(values: Values, state: int, targets: list[int], weights: list[int]) -> Fraction:
    """The mean of a chance state over one common denominator, so that one reduction is enough."""
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
