"""The arithmetic of exact solutions, in the kernel language: orders, fractions, bounds, shares.

An arena of ``count`` states has successors ``succ[off[u]:off[u + 1]]``, with ``weight`` beside each where chance
moves; ``side`` is 1 where the best is the greatest value, 0 where it is the least.  A value is a reduced fraction
``num / den``; ``den`` 0 says that there is none.  No product or sum wraps unseen: what does not fit is LOST.

Bounds are whole numbers of a small unit, rounded outwards.  A move that leads back to its own state is no cycle
here: chance leaves it out, since it only repeats the draw, and a player who makes it for ever has the value
``endless``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from queensbench.engines.kernels import CHANCE, CHOICE
from queensbench.engines.library import compiled
from queensbench.readers.kernel import (
    i64,
    kernel,
    mul,
    p_i64,
    p_u8,
    p_u32,
    ult,
    umulh,
    wrap,
)

LOST = -(2**63)
"""In place of a number that does not fit 64 bits."""

NO_MOVE = 2**32 - 1
"""In place of a best move: the state has none, or going on for ever is as good as any."""

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
def heaviest(count: i64, off: p_i64, weight: p_u32, role: p_u8) -> i64:
    """The greatest sum of the weights of a chance state; at least 1."""
    most = 1
    for state in range(count):
        if role[state] == CHANCE:
            whole = 0
            for edge in range(off[state], off[state + 1]):
                whole += weight[edge]
            most = max(most, whole)
    return most


# ------------------------------------------------------------------------------------- fractions


@kernel
def high(x: i64, y: i64) -> i64:
    """The high 64 bits of a signed product."""
    upper = umulh(x, y)
    if x < 0:
        upper = wrap(upper - y)
    if y < 0:
        upper = wrap(upper - x)
    return upper


@kernel
def product(x: i64, y: i64) -> i64:
    """A product, or LOST; LOST times anything is LOST."""
    if x == LOST or y == LOST:  # noqa: PLR1714 - kernels have no `in`
        return LOST
    low = mul(x, y)
    if high(x, y) != low >> 63:
        return LOST
    return low


@kernel
def total(x: i64, y: i64) -> i64:
    """A sum, or LOST; LOST and anything is LOST."""
    if x == LOST or y == LOST:  # noqa: PLR1714 - kernels have no `in`
        return LOST
    whole = wrap(x + y)
    if (x ^ whole) & (y ^ whole) < 0:
        return LOST
    return whole


@kernel
def divisor(a: i64, b: i64) -> i64:
    """The greatest common divisor of two numbers from 0 up, not both 0."""
    while b != 0:
        rest = a % b
        a = b
        b = rest
    return a


@kernel
def above(n: i64, d: i64, m: i64, e: i64) -> i64:
    """Whether ``n / d > m / e``."""
    if d == e:
        return 1 if n > m else 0
    left = high(n, e)
    right = high(m, d)
    if left != right:
        return 1 if left > right else 0
    return 1 if ult(mul(m, d), mul(n, e)) else 0


@kernel
def mixed(state: i64, off: p_i64, succ: p_u32, weight: p_u32, num: p_i64, den: p_i64, endless: i64) -> i64:
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
    weight: p_u32,
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


# ---------------------------------------------------------------------------------------- bounds


@kernel
def enclosed(
    state: i64,
    off: p_i64,
    succ: p_u32,
    weight: p_u32,
    role: p_u8,
    side: p_u8,
    low: p_i64,
    up: p_i64,
    best: p_u32,
    endless: i64,
) -> i64:
    """Narrow a state's bounds by its successors'; by how much."""
    least = 0
    most = 0
    if role[state] == CHANCE:
        whole = 0
        for edge in range(off[state], off[state + 1]):
            target = succ[edge]
            if target != state:
                whole += weight[edge]
                least += weight[edge] * low[target]
                most += weight[edge] * up[target]
        if whole == 0:
            least = endless
            most = endless
        else:
            least = least // whole
            most = -(-most // whole)
    else:
        move = NO_MOVE
        none = 1
        for edge in range(off[state], off[state + 1]):
            target = succ[edge]
            a = endless if target == state else low[target]
            b = endless if target == state else up[target]
            if none != 0:
                least = a
                most = b
                move = edge - off[state]
                none = 0
            elif side[state] != 0:
                if a > least:
                    least = a
                    move = edge - off[state]
                most = max(most, b)
            else:
                if b < most:
                    most = b
                    move = edge - off[state]
                least = min(least, a)
        best[state] = move
    gain = 0
    if least > low[state]:
        gain = least - low[state]
        low[state] = least
    if most < up[state]:
        gain = max(gain, up[state] - most)
        up[state] = most
    return gain


@kernel
def narrow(
    first: i64,
    last: i64,
    order: p_u32,
    comp: p_u32,
    off: p_i64,
    succ: p_u32,
    weight: p_u32,
    role: p_u8,
    side: p_u8,
    low: p_i64,
    up: p_i64,
    best: p_u32,
    endless: i64,
    sweeps: i64,
    enough: i64,
) -> i64:
    """Narrow the bounds of the states at ``first`` down to, and without, ``last``; the greatest gain of all.

    ``comp`` numbers the cycles that states lie on.  The states of one stand together, and are swept up to so many
    times, until a sweep gains less than ``enough``.  A span begins and ends between components.
    """
    gained = 0
    n = first
    while n > last:
        end = n - 1
        while end > last and comp[order[end]] == comp[order[n]]:
            end -= 1
        rounds = sweeps if n - end > 1 else 1
        while rounds > 0:
            rounds -= 1
            gain = 0
            for m in range(n, end, -1):
                state = order[m]
                if role[state] == CHOICE or role[state] == CHANCE:
                    here = enclosed(state, off, succ, weight, role, side, low, up, best, endless)
                    gain = max(gain, here)
            gained = max(gained, gain)
            if gain < enough:
                rounds = 0
        n = end
    return gained


# ---------------------------------------------------------------------------------------- shares


@kernel
def share(
    first: i64,
    last: i64,
    order: p_u32,
    off: p_i64,
    succ: p_u32,
    weight: p_u32,
    role: p_u8,
    best: p_u32,
    low: p_i64,
    up: p_i64,
) -> i64:
    """Pass on how often play comes by, from ``first`` to ``last`` of the order; how many states it reaches.

    Players make their best moves.  ``low`` and ``up`` count in a unit so small that no product wraps, and are
    rounded outwards.
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
            for edge in range(off[state], off[state + 1]):
                target = succ[edge]
                if target != state:
                    low[target] += low[state] * weight[edge] // whole
                    up[target] -= -up[state] * weight[edge] // whole
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
    share,
)


@cache
def library() -> dict[str, Callable[..., int]]:
    """The kernels of this file by name, callable with integers and arrays."""
    return compiled("solve", SOLVER)
