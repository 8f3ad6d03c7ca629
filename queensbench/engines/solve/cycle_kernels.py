"""Bounds, and policies that go round nowhere, in the kernel language; see :mod:`queensbench.engines.solve.kernels`.

Bounds are whole numbers of a small unit, rounded outwards.
"""

from __future__ import annotations

from typing import NamedTuple

from queensbench.engines.runtime.kernel_language import i64, inlined, kernel, p_i64, p_u8, p_u32
from queensbench.engines.runtime.kernels import CHANCE, CHOICE
from queensbench.engines.solve.fractions import NO_MOVE, above

# ---------------------------------------------------------------------------------------- bounds


class ArenaMoves(NamedTuple):
    """The moves of an arena: state ``u`` has successors ``succ[off[u]:off[u + 1]]``, with weights where chance moves.

    ``role``: what each state is.
    """

    off: p_i64
    succ: p_u32
    weight: p_i64
    role: p_u8


class ValueTable(NamedTuple):
    """Values as reduced fractions ``num / den`` (``den`` 0: there is none), and the best move of each state."""

    num: p_i64
    den: p_i64
    best: p_u32


class ValueBounds(NamedTuple):
    """A lower and an upper bound of a number for each state, mostly of its value."""

    low: p_i64
    up: p_i64


class StateOrder(NamedTuple):
    """An order of states, in which those of a strongly connected component, numbered by ``comp``, stand together."""

    queue: p_u32
    comp: p_u32


class Sweeping(NamedTuple):
    """The payoff of an endless play, the most sweeps of a component, and the gain that justifies another sweep."""

    endless: i64
    sweeps: i64
    enough: i64


class Exits(NamedTuple):
    """The moves by which play leaves a state for ranked ones: judged by bounds if ``by_bounds``, else tight moves.

    ``tight``: per move, whether it is worth as much as its state.  A maximising player follows the best moves.
    """

    by_bounds: i64
    bounds: ValueBounds
    tight: p_u8


@inlined
def component_end(order: StateOrder, n: i64, last: i64) -> i64:
    """The place before the component of the state at ``n`` in an order, ``last`` at the least."""
    end = n - 1
    while end > last and order.comp[order.queue[end]] == order.comp[order.queue[n]]:
        end -= 1
    return end


@kernel
def enclosed(
    state: i64, arena: ArenaMoves, side: p_u8, bounds: ValueBounds, best: p_u32, endless: i64
) -> i64:
    """Narrow a state's bounds by its successors'; return by how much.

    A maximising player's best move is that which last raised the lower bound, and not one that is as good now: of moves
    that promise the same, some lead round, and whoever follows those never gets what all of them promise.
    """
    least = 0
    most = 0
    if arena.role[state] == CHANCE:
        whole = 0
        for edge in range(arena.off[state], arena.off[state + 1]):
            target = arena.succ[edge]
            if target != state:
                whole += arena.weight[edge]
                least += arena.weight[edge] * bounds.low[target]
                most += arena.weight[edge] * bounds.up[target]
        if whole == 0:
            least = endless
            most = endless
        else:
            least = least // whole
            most = -(-most // whole)
    else:
        move = NO_MOVE
        none = 1
        for edge in range(arena.off[state], arena.off[state + 1]):
            target = arena.succ[edge]
            a = endless if target == state else bounds.low[target]
            b = endless if target == state else bounds.up[target]
            if none != 0:
                least = a
                most = b
                move = edge - arena.off[state]
                none = 0
            elif side[state] != 0:
                if a > least:
                    least = a
                    move = edge - arena.off[state]
                most = max(most, b)
            else:
                if b < most:
                    most = b
                    move = edge - arena.off[state]
                least = min(least, a)
        if side[state] == 0 or least > bounds.low[state] or best[state] == NO_MOVE:
            best[state] = move
    gain = 0
    if least > bounds.low[state]:
        gain = least - bounds.low[state]
        bounds.low[state] = least
    if most < bounds.up[state]:
        gain = max(gain, bounds.up[state] - most)
        bounds.up[state] = most
    return gain


@kernel
def narrow(
    first: i64,
    last: i64,
    order: StateOrder,
    arena: ArenaMoves,
    side: p_u8,
    bounds: ValueBounds,
    best: p_u32,
    sweeping: Sweeping,
) -> i64:
    """Narrow the bounds of the states at ``first`` down to, and without, ``last``; return the greatest gain.

    The states of a component are swept up to so many times, until a sweep gains less than ``enough``.  A span begins
    and ends between components.
    """
    gained = 0
    n = first
    while n > last:
        end = component_end(order, n, last)
        rounds = sweeping.sweeps if n - end > 1 else 1
        while rounds > 0:
            rounds -= 1
            gain = 0
            for m in range(n, end, -1):
                state = order.queue[m]
                if arena.role[state] == CHOICE or arena.role[state] == CHANCE:
                    here = enclosed(state, arena, side, bounds, best, sweeping.endless)
                    gain = max(gain, here)
            gained = max(gained, gain)
            if gain < sweeping.enough:
                rounds = 0
        n = end
    return gained


# -------------------------------------------------------------------------------------- policies


@kernel
def leads_out(
    state: i64, arena: ArenaMoves, side: p_u8, bounds: ValueBounds, ranked: p_u8, best: p_u32
) -> i64:
    """Whether play leaves a state for states that are ranked, a maximising player by a move that may be best."""
    if arena.role[state] == CHOICE and side[state] != 0:
        found = 0
        most = 0
        for edge in range(arena.off[state], arena.off[state + 1]):
            target = arena.succ[edge]
            if target != state and ranked[target] != 0 and bounds.up[target] >= bounds.low[state]:
                if found == 0 or bounds.low[target] > most:
                    found = 1
                    most = bounds.low[target]
                    best[state] = edge - arena.off[state]
        return found
    for edge in range(arena.off[state], arena.off[state + 1]):
        if arena.succ[edge] != state and ranked[arena.succ[edge]] == 0:
            return 0
    return 1


@kernel
def advances(state: i64, arena: ArenaMoves, side: p_u8, exits: Exits, ranked: p_u8, best: p_u32) -> i64:
    """Whether play leaves a state for ranked ones, by chance perhaps, as long as nobody gives value away."""
    if arena.role[state] == CHANCE:
        for edge in range(arena.off[state], arena.off[state + 1]):
            if arena.succ[edge] != state and ranked[arena.succ[edge]] != 0:
                return 1
        return 0
    if side[state] != 0:
        for edge in range(arena.off[state], arena.off[state + 1]):
            if exits.tight[edge] != 0 and ranked[arena.succ[edge]] != 0:
                if best[state] == edge - arena.off[state]:
                    return 1
        return 0
    for edge in range(arena.off[state], arena.off[state + 1]):
        if exits.tight[edge] != 0 and (arena.succ[edge] == state or ranked[arena.succ[edge]] == 0):
            return 0
    return 1


@inlined
def exited(state: i64, arena: ArenaMoves, side: p_u8, exits: Exits, ranked: p_u8, best: p_u32) -> i64:
    """Whether play leaves a state for ranked ones, by bounds or by tight moves."""
    if exits.by_bounds != 0:
        return leads_out(state, arena, side, exits.bounds, ranked, best)
    return advances(state, arena, side, exits, ranked, best)


@kernel
def rank_states(
    count: i64, order: StateOrder, arena: ArenaMoves, side: p_u8, exits: Exits, ranked: p_u8, best: p_u32
) -> i64:
    """Rank states from which play reaches ranked ones, a component at a time; return how many are left without rank.

    By bounds: with best moves that go round nowhere.  By tight moves: almost surely, as nobody gives value away.
    """
    left = 0
    n = count - 1
    while n >= 0:
        end = component_end(order, n, -1)
        found = 1
        rest = 0
        while found != 0:
            found = 0
            rest = 0
            for m in range(n, end, -1):
                state = order.queue[m]
                if ranked[state] == 0:
                    if exited(state, arena, side, exits, ranked, best) != 0:
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
def improved(count: i64, arena: ArenaMoves, side: p_u8, values: ValueTable) -> i64:
    """Give states of maximising players better moves, where successors are worth more; return to how many."""
    changes = 0
    for state in range(count):
        if arena.role[state] != CHOICE or side[state] == 0 or values.den[state] == 0:
            continue
        n = values.num[state]
        d = values.den[state]
        better = 0
        for edge in range(arena.off[state], arena.off[state + 1]):
            target = arena.succ[edge]
            if values.den[target] != 0 and above(values.num[target], values.den[target], n, d) != 0:
                n = values.num[target]
                d = values.den[target]
                values.best[state] = edge - arena.off[state]
                better = 1
        changes += better
    return changes
