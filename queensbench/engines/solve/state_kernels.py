"""The loops of the solver that ask the model, in the kernel language: moves with weights and deciders, payoffs.

They are compiled into the module of a model, beside those of the explorer.
"""

from __future__ import annotations

from collections.abc import Callable

from queensbench.engines.explore.kernels import find, locate
from queensbench.engines.graphs.kernels import qb_decider
from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    kernel,
    p_i32,
    p_i64,
    p_u8,
    p_u32,
    stack_i32,
    stack_i64,
)
from queensbench.engines.runtime.kernels import (
    CELLS,
    CHANCE,
    CHOICE,
    DEADLOCK,
    DONE,
    FULL,
    HEAVY,
    NARROW,
    OVER,
    S_AT,
    S_EDGES,
    WORDS,
    enabled,
    fault,
    qb_score,
    qb_unpack,
    qb_weight,
    successor,
    winners,
)
from queensbench.engines.solve.fractions import divisor
from queensbench.readers.native.layout import OVERFLOW, REFUSED

# Whose choice a state is, where it is no player's.
NOBODY = -1
SEVERAL = -2

# What `payoffs` measures.
SCORE = 0
WINNERS = 1


@kernel
def lowest_terms(weight: p_i64, n: i64) -> i64:
    """Divide weights by what divides them all; their sum, or -1 if that is 2**62 or more."""
    shared = 0
    for m in range(n):
        if shared != 1:
            shared = divisor(weight[m], shared)
    whole = 0
    for m in range(n):
        if shared > 1:
            weight[m] = weight[m] // shared
        if weight[m] >= (1 << 62) - whole:
            return -1
        whole += weight[m]
    return whole


@kernel
def moves_with(
    s: p_i64,
    env: p_i64,
    end: i64,
    words: p_i64,
    words0: p_i64,
    table0: p_u32,
    bits0: i64,
    words1: p_i64,
    table1: p_u32,
    bits1: i64,
    kinds: p_u8,
    second: i64,
    every: i64,
    off: p_i64,
    role: p_u8,
    owner: p_i32,
    succ: p_u32,
    weight: p_i64,
    room: i64,
    moves: p_i64,
    cap: i64,
    group: i64,
    source: p_i32,
    offset: p_i32,
    image: p_i32,
) -> i64:
    """List the moves of a shard's states ``s[S_AT]`` to ``end``; ``s[S_EDGES]`` counts them.

    States of the other shard are numbered from ``second`` on.  ``every``: the deciders of all moves are asked, not
    only that of the first.  A state that was not expanded, or has a move to a state that was not stored, has role 0
    and no moves.
    """
    cells = stack_i32(CELLS)
    after = stack_i32(CELLS)
    packed = stack_i64(WORDS)
    who = stack_i64(1)
    for index in range(s[S_AT], end):
        s[S_AT] = index
        begin = s[S_EDGES]
        off[index] = begin
        owner[index] = NOBODY
        what = kinds[index]
        if what >= OVER and what <= DEADLOCK:
            role[index] = what
            continue
        role[index] = 0
        if what != CHOICE and what != CHANCE:  # noqa: PLR1714 - kernels have no `in`
            continue
        qb_unpack(at(words, index * WORDS), cells)
        n = enabled(cells, env, moves, cap)
        if n == OVERFLOW:
            return NARROW
        if begin + n > room:
            return FULL
        complete = 1
        for m in range(n):
            status = successor(cells, after, env, moves[m])
            if status <= REFUSED:
                return fault(s, status, index, moves[m])
            side = locate(after, packed, group, source, offset, image)
            if side != 0:
                place = find(words1, table1, bits1, packed)
            else:
                place = find(words0, table0, bits0, packed)
            if place < 0:
                complete = 0
                break
            succ[begin + m] = place + second if side != 0 else place
            if what == CHANCE:
                status = qb_weight(cells, env, moves[m], at(weight, begin + m))
                if status < 0:
                    return fault(s, status, index, moves[m])
            elif m == 0 or every != 0:
                status = qb_decider(cells, env, moves[m], who)
                if status < 0:
                    return fault(s, status, index, moves[m])
                if m == 0:
                    owner[index] = who[0]
                elif who[0] != owner[index]:
                    owner[index] = SEVERAL
        if what == CHANCE and complete != 0:
            if lowest_terms(at(weight, begin), n) < 0:
                return fault(s, HEAVY, index, -1)
        if complete != 0:
            role[index] = what
            s[S_EDGES] = begin + n
    s[S_AT] = end
    return DONE


@kernel
def payoffs(
    s: p_i64, env: p_i64, end: i64, words: p_i64, kinds: p_u8, measure: i64, player: i64, out: p_i64
) -> i64:
    """What the ended states ``s[S_AT]`` to ``end`` of a shard are worth; 0 for all others."""
    cells = stack_i32(CELLS)
    for index in range(s[S_AT], end):
        s[S_AT] = index
        out[index] = 0
        if kinds[index] != OVER:
            continue
        qb_unpack(at(words, index * WORDS), cells)
        if measure == SCORE:
            status = qb_score(cells, env, player, at(out, index))
            if status < 0:
                return fault(s, status, index, -1)
        else:
            value = winners(cells, env)
            if value < 0:
                return fault(s, value, index, -1)
            out[index] = value
    s[S_AT] = end
    return DONE


ARENA: tuple[Callable[..., int], ...] = (moves_with, payoffs)
