"""The loops of exact solutions, in the kernel language: orders, values, shares.

An arena of ``count`` states has successors ``succ[off[u]:off[u + 1]]``, with ``weight`` beside each where chance
moves; ``side`` is 1 where the best is the greatest value, 0 where it is the least.  A value is a reduced fraction
``num / den``; ``den`` 0 says that there is none.  No product or sum wraps unseen: what does not fit is LOST.

A move that leads back to its own state is no cycle here: chance leaves it out, since it only repeats the draw, and a
player who makes it for ever has the value ``endless``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from queensbench.engines.runtime.kernel_language import i64, kernel, p_i64, p_u8, p_u32
from queensbench.engines.runtime.kernels import CHANCE, CHOICE
from queensbench.engines.runtime.library import compiled
from queensbench.engines.solve.cycle_kernels import improved, lead_out, narrow, progress
from queensbench.engines.solve.fractions import LOST, NO_MOVE, above, divisor, product, total

MOST_WHOLE = 2**31

# -------------------------------------------------------------------------------------- orders


@kernel
def degrees(count: i64, off: p_i64, succ: p_u32, degree: p_u32) -> i64:
    """Count for each state the moves that lead to it from another one."""
    for state in range(count):
        for edge in range(off[state], off[state + 1]):
            if succ[edge] != state:
                degree[succ[edge]] += 1
    return 0


@kernel
def ordered(count: i64, off: p_i64, succ: p_u32, degree: p_u32, queue: p_u32) -> i64:
    """Put states into the queue, each before its successors; how many: all of them, if there is no cycle."""
    n = 0
    for state in range(count):
        if degree[state] == 0:
            queue[n] = state
            n += 1
    head = 0
    while head < n:
        state = queue[head]
        head += 1
        for edge in range(off[state], off[state + 1]):
            target = succ[edge]
            if target == state:
                continue
            degree[target] -= 1
            if degree[target] == 0:
                queue[n] = target
                n += 1
    return n


@kernel
def heaviest(count: i64, off: p_i64, weight: p_i64, role: p_u8) -> i64:
    """The greatest sum of the weights of a chance state; at least 1."""
    most = 1
    for state in range(count):
        if role[state] == CHANCE:
            whole = 0
            for edge in range(off[state], off[state + 1]):
                whole += weight[edge]
            most = max(most, whole)
    return most


# ---------------------------------------------------------------------------------------- values


@kernel
def mixed(state: i64, off: p_i64, succ: p_u32, weight: p_i64, num: p_i64, den: p_i64, endless: i64) -> i64:
    """The mean of a chance state's successors; 0 if it is lost."""
    whole = 0
    common = 1
    sum = 0
    for edge in range(off[state], off[state + 1]):
        target = succ[edge]
        if target == state:
            continue
        d = den[target]
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
        whole += weight[edge]
        sum = total(sum, product(product(weight[edge], num[target]), factor))
        if sum == LOST:
            return 0
    if whole == 0:
        num[state] = endless
        den[state] = 1
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
    num[state] = size if sum >= 0 else -size
    den[state] = below
    return 1


@kernel
def chosen(
    state: i64,
    off: p_i64,
    succ: p_u32,
    greatest: i64,
    num: p_i64,
    den: p_i64,
    best: p_u32,
    endless: i64,
) -> i64:
    """The best of a player's moves, the first among equals; 0 if it is lost."""
    n = 0
    d = 0
    move = NO_MOVE
    stays = 0
    for edge in range(off[state], off[state + 1]):
        target = succ[edge]
        if target == state:
            stays = 1
            continue
        e = den[target]
        if e == 0:
            return 0
        better = 1
        if d != 0:
            if greatest != 0:
                better = above(num[target], e, n, d)
            else:
                better = above(n, d, num[target], e)
        if better != 0:
            n = num[target]
            d = e
            move = edge - off[state]
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
    num[state] = n
    den[state] = d
    best[state] = move
    return 1


@kernel
def induct(
    first: i64,
    last: i64,
    order: p_u32,
    off: p_i64,
    succ: p_u32,
    weight: p_i64,
    role: p_u8,
    side: p_u8,
    num: p_i64,
    den: p_i64,
    best: p_u32,
    endless: i64,
) -> i64:
    """Values of the states at ``first`` down to, and without, ``last`` of the order; how many were lost."""
    lost = 0
    for n in range(first, last, -1):
        state = order[n]
        if role[state] == CHOICE:
            if chosen(state, off, succ, side[state], num, den, best, endless) == 0:
                lost += 1
        elif role[state] == CHANCE:
            if mixed(state, off, succ, weight, num, den, endless) == 0:
                lost += 1
    return lost


# ---------------------------------------------------------------------------------------- shares


@kernel
def share(
    first: i64,
    last: i64,
    order: p_u32,
    off: p_i64,
    succ: p_u32,
    weight: p_i64,
    role: p_u8,
    best: p_u32,
    low: p_i64,
    up: p_i64,
) -> i64:
    """Pass on how often play comes by, from ``first`` to ``last`` of the order; how many states it reaches.

    Players make their best moves.  ``low`` and ``up`` count in a unit so small that no product wraps, and are
    rounded outwards; so are weights that come to :data:`MOST_WHOLE` and more.
    """
    met = 0
    for n in range(first, last):
        state = order[n]
        if up[state] == 0:
            continue
        met += 1
        if role[state] == CHOICE:
            if best[state] != NO_MOVE:
                target = succ[off[state] + best[state]]
                low[target] += low[state]
                up[target] += up[state]
        elif role[state] == CHANCE:
            whole = 0
            for edge in range(off[state], off[state + 1]):
                if succ[edge] != state:
                    whole += weight[edge]
            cut = 0
            while whole >> cut >= MOST_WHOLE:
                cut += 1
            least = whole
            if cut != 0:
                least = 0
                whole = 0
                for edge in range(off[state], off[state + 1]):
                    if succ[edge] != state:
                        least += weight[edge] >> cut
                        whole -= -weight[edge] >> cut
            for edge in range(off[state], off[state + 1]):
                target = succ[edge]
                if target != state:
                    low[target] += low[state] * (weight[edge] >> cut) // whole
                    up[target] -= up[state] * (-weight[edge] >> cut) // least
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
    lead_out,
    progress,
    improved,
    share,
)


@cache
def library() -> dict[str, Callable[..., int]]:
    """The kernels of this file by name, callable with integers and arrays."""
    return compiled("solve", SOLVER)
