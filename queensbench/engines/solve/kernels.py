"""The loops of exact solutions, in the kernel language: orders, values, shares.

``side`` is 1 where the best is the greatest value, 0 where it is the least.  No product or sum wraps unseen: what does
not fit is LOST.

A move that leads back to its own state is no cycle here: chance leaves it out, since it only repeats the draw, and a
player who makes it for ever has the value ``endless``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from queensbench.engines.graphs.arena_kernels import divisor
from queensbench.engines.runtime.kernel_language import i64, kernel, p_u8, p_u32
from queensbench.engines.runtime.kernels import CHANCE, CHOICE
from queensbench.engines.runtime.library import compiled
from queensbench.engines.solve.cycle_kernels import (
    ArenaMoves,
    ValueBounds,
    ValueTable,
    improved,
    narrow,
    rank_states,
)
from queensbench.engines.solve.fractions import LOST, NO_MOVE, above, product, total

MOST_WHOLE = 2**31

# -------------------------------------------------------------------------------------- orders


@kernel
def degrees(count: i64, arena: ArenaMoves, degree: p_u32) -> i64:
    """Count for each state the moves that lead to it from another one."""
    for state in range(count):
        for edge in range(arena.off[state], arena.off[state + 1]):
            if arena.succ[edge] != state:
                degree[arena.succ[edge]] += 1
    return 0


@kernel
def ordered(count: i64, arena: ArenaMoves, degree: p_u32, queue: p_u32) -> i64:
    """Put states into the queue, each before its successors; return how many: all, if there is no cycle."""
    n = 0
    for state in range(count):
        if degree[state] == 0:
            queue[n] = state
            n += 1
    head = 0
    while head < n:
        state = queue[head]
        head += 1
        for edge in range(arena.off[state], arena.off[state + 1]):
            target = arena.succ[edge]
            if target == state:
                continue
            degree[target] -= 1
            if degree[target] == 0:
                queue[n] = target
                n += 1
    return n


@kernel
def heaviest(count: i64, arena: ArenaMoves) -> i64:
    """The greatest sum of the weights of a chance state; at least 1."""
    most = 1
    for state in range(count):
        if arena.role[state] == CHANCE:
            whole = 0
            for edge in range(arena.off[state], arena.off[state + 1]):
                whole += arena.weight[edge]
            most = max(most, whole)
    return most


# ---------------------------------------------------------------------------------------- values


@kernel
def mixed(state: i64, arena: ArenaMoves, values: ValueTable, endless: i64) -> i64:
    """Store the mean of a chance state's successors as its value; return 0 if it is lost, else 1."""
    whole = 0
    common = 1
    sum = 0
    for edge in range(arena.off[state], arena.off[state + 1]):
        target = arena.succ[edge]
        if target == state:
            continue
        d = values.den[target]
        if d == 0:
            return 0
        factor = 1
        if d != common:
            if common % d != 0:
                more = d // divisor(common, d)
                common = product(common, more)
                sum = product(sum, more)
                if common == LOST or sum == LOST:  # noqa: PLR1714
                    return 0
            factor = common // d
        whole += arena.weight[edge]
        sum = total(sum, product(product(arena.weight[edge], values.num[target]), factor))
        if sum == LOST:
            return 0
    if whole == 0:
        values.num[state] = endless
        values.den[state] = 1
        return 1
    size = sum if sum >= 0 else -sum
    shared = divisor(size, whole)
    size = size // shared
    whole = whole // shared
    shared = divisor(size, common)
    size = size // shared
    below = product(common // shared, whole)
    if below == LOST:
        return 0
    values.num[state] = size if sum >= 0 else -size
    values.den[state] = below
    return 1


@kernel
def chosen(state: i64, arena: ArenaMoves, greatest: i64, values: ValueTable, endless: i64) -> i64:
    """Store the best of a player's moves, the first among equals, and its value; return 0 if that is lost, else 1."""
    n = 0
    d = 0
    move = NO_MOVE
    stays = 0
    for edge in range(arena.off[state], arena.off[state + 1]):
        target = arena.succ[edge]
        if target == state:
            stays = 1
            continue
        e = values.den[target]
        if e == 0:
            return 0
        better = 1
        if d != 0:
            if greatest != 0:
                better = above(values.num[target], e, n, d)
            else:
                better = above(n, d, values.num[target], e)
        if better != 0:
            n = values.num[target]
            d = e
            move = edge - arena.off[state]
    if stays != 0:
        better = 1
        if d != 0:
            if greatest != 0:
                better = above(endless, 1, n, d)
            else:
                better = above(n, d, endless, 1)
        if better != 0:
            n = endless
            d = 1
            move = NO_MOVE
    values.num[state] = n
    values.den[state] = d
    values.best[state] = move
    return 1


@kernel
def induct(
    first: i64, last: i64, order: p_u32, arena: ArenaMoves, side: p_u8, values: ValueTable, endless: i64
) -> i64:
    """Find values of the states at ``first`` down to, and without, ``last`` of the order; return how many were lost."""
    lost = 0
    for n in range(first, last, -1):
        state = order[n]
        if arena.role[state] == CHOICE:
            if chosen(state, arena, side[state], values, endless) == 0:
                lost += 1
        elif arena.role[state] == CHANCE:
            if mixed(state, arena, values, endless) == 0:
                lost += 1
    return lost


# ---------------------------------------------------------------------------------------- shares


@kernel
def share(first: i64, last: i64, order: p_u32, arena: ArenaMoves, best: p_u32, shares: ValueBounds) -> i64:
    """Pass on how often play comes by, from ``first`` up to ``last`` of the order; return how many of these it reaches.

    Players make their best moves.  Shares count in a unit so small that no product wraps, and are
    rounded outwards; so are weights whose sum is :data:`MOST_WHOLE` or more.
    """
    met = 0
    for n in range(first, last):
        state = order[n]
        if shares.up[state] == 0:
            continue
        met += 1
        if arena.role[state] == CHOICE:
            if best[state] != NO_MOVE:
                target = arena.succ[arena.off[state] + best[state]]
                shares.low[target] += shares.low[state]
                shares.up[target] += shares.up[state]
        elif arena.role[state] == CHANCE:
            whole = 0
            for edge in range(arena.off[state], arena.off[state + 1]):
                if arena.succ[edge] != state:
                    whole += arena.weight[edge]
            cut = 0
            while whole >> cut >= MOST_WHOLE:
                cut += 1
            least = whole
            if cut != 0:
                least = 0
                whole = 0
                for edge in range(arena.off[state], arena.off[state + 1]):
                    if arena.succ[edge] != state:
                        least += arena.weight[edge] >> cut
                        whole -= -arena.weight[edge] >> cut
            for edge in range(arena.off[state], arena.off[state + 1]):
                target = arena.succ[edge]
                if target != state:
                    shares.low[target] += shares.low[state] * (arena.weight[edge] >> cut) // whole
                    shares.up[target] -= shares.up[state] * (-arena.weight[edge] >> cut) // least
    return met


SOLVER: tuple[Callable[..., int], ...] = (
    degrees,
    ordered,
    heaviest,
    product,
    total,
    above,
    induct,
    narrow,
    rank_states,
    improved,
    share,
)


@cache
def library() -> dict[str, Callable[..., int]]:
    """The kernels in :data:`SOLVER` by name, callable with integers and arrays."""
    return compiled("solve", SOLVER)
