"""Bounds, and policies that go round nowhere, in the kernel language; see :mod:`queensbench.engines.solve.kernels`.

Bounds are whole numbers of a small unit, rounded outwards.
"""

from __future__ import annotations

from queensbench.engines.runtime.kernel_language import i64, kernel, p_i64, p_u8, p_u32
from queensbench.engines.runtime.kernels import CHANCE, CHOICE
from queensbench.engines.solve.fractions import NO_MOVE, above

# ---------------------------------------------------------------------------------------- bounds


@kernel
def enclosed(
    state: i64,
    off: p_i64,
    succ: p_u32,
    weight: p_i64,
    role: p_u8,
    side: p_u8,
    low: p_i64,
    up: p_i64,
    best: p_u32,
    endless: i64,
) -> i64:
    """Narrow a state's bounds by its successors'; by how much.

    A maximising player's best move is that which last raised the lower bound, and not one that is as good now: of moves
    that promise the same some lead round, and whoever follows those never gets what all of them promise.
    """
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
        if side[state] == 0 or least > low[state] or best[state] == NO_MOVE:
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
    weight: p_i64,
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


# -------------------------------------------------------------------------------------- policies


@kernel
def leads_out(
    state: i64,
    off: p_i64,
    succ: p_u32,
    role: p_u8,
    side: p_u8,
    low: p_i64,
    up: p_i64,
    ranked: p_u8,
    best: p_u32,
) -> i64:
    """Whether play leaves a state for states that are ranked, a maximising player by a move that may be best."""
    if role[state] == CHOICE and side[state] != 0:
        found = 0
        most = 0
        for edge in range(off[state], off[state + 1]):
            target = succ[edge]
            if target != state and ranked[target] != 0 and up[target] >= low[state]:
                if found == 0 or low[target] > most:
                    found = 1
                    most = low[target]
                    best[state] = edge - off[state]
        return found
    for edge in range(off[state], off[state + 1]):
        if succ[edge] != state and ranked[succ[edge]] == 0:
            return 0
    return 1


@kernel
def lead_out(
    count: i64,
    order: p_u32,
    comp: p_u32,
    off: p_i64,
    succ: p_u32,
    role: p_u8,
    side: p_u8,
    low: p_i64,
    up: p_i64,
    ranked: p_u8,
    best: p_u32,
) -> i64:
    """Rank states from the ends on, with best moves that go round nowhere; how many are left without rank."""
    left = 0
    n = count - 1
    while n >= 0:
        end = n - 1
        while end >= 0 and comp[order[end]] == comp[order[n]]:
            end -= 1
        found = 1
        rest = 0
        while found != 0:
            found = 0
            rest = 0
            for m in range(n, end, -1):
                state = order[m]
                if ranked[state] == 0:
                    if leads_out(state, off, succ, role, side, low, up, ranked, best) != 0:
                        ranked[state] = 1
                        found = 1
                    else:
                        rest += 1
            if rest == 0:
                found = 0
        left += rest
        n = end
    return left


@kernel
def advances(
    state: i64,
    off: p_i64,
    succ: p_u32,
    role: p_u8,
    side: p_u8,
    tight: p_u8,
    free: i64,
    ranked: p_u8,
    best: p_u32,
) -> i64:
    """Whether play leaves a state for ranked ones, by chance perhaps, as long as nobody gives value away."""
    if role[state] == CHANCE:
        for edge in range(off[state], off[state + 1]):
            if succ[edge] != state and ranked[succ[edge]] != 0:
                return 1
        return 0
    if side[state] != 0:
        for edge in range(off[state], off[state + 1]):
            if tight[edge] != 0 and ranked[succ[edge]] != 0:
                if free != 0 or best[state] == edge - off[state]:
                    best[state] = edge - off[state]
                    return 1
        return 0
    for edge in range(off[state], off[state + 1]):
        if tight[edge] != 0 and (succ[edge] == state or ranked[succ[edge]] == 0):
            return 0
    return 1


@kernel
def progress(
    count: i64,
    order: p_u32,
    comp: p_u32,
    off: p_i64,
    succ: p_u32,
    role: p_u8,
    side: p_u8,
    tight: p_u8,
    free: i64,
    ranked: p_u8,
    best: p_u32,
) -> i64:
    """Rank states from which play comes to ranked ones almost surely, as nobody gives value away; how many are left.

    ``tight``: per move, whether it is worth as much as its state.  A maximising player follows ``best``; with
    ``free``, any tight move, which is then noted there.  The states of a component of ``comp`` stand together in
    the order.
    """
    left = 0
    n = count - 1
    while n >= 0:
        end = n - 1
        while end >= 0 and comp[order[end]] == comp[order[n]]:
            end -= 1
        found = 1
        rest = 0
        while found != 0:
            found = 0
            rest = 0
            for m in range(n, end, -1):
                state = order[m]
                if ranked[state] == 0:
                    if advances(state, off, succ, role, side, tight, free, ranked, best) != 0:
                        ranked[state] = 1
                        found = 1
                    else:
                        rest += 1
            if rest == 0:
                found = 0
        left += rest
        n = end
    return left


@kernel
def improved(
    count: i64, off: p_i64, succ: p_u32, role: p_u8, side: p_u8, num: p_i64, den: p_i64, best: p_u32
) -> i64:
    """Give maximising players better moves, where the values of successors promise more; to how many."""
    changes = 0
    for state in range(count):
        if role[state] != CHOICE or side[state] == 0 or den[state] == 0:
            continue
        n = num[state]
        d = den[state]
        better = 0
        for edge in range(off[state], off[state + 1]):
            target = succ[edge]
            if den[target] != 0 and above(num[target], den[target], n, d) != 0:
                n = num[target]
                d = den[target]
                best[state] = edge - off[state]
                better = 1
        changes += better
    return changes
