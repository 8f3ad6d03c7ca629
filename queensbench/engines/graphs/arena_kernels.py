"""The graph of a game as an arena, in the kernel language: moves with weights and deciders, payoffs.

These loops ask the model: they are compiled into its module, beside those of the explorer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from queensbench.engines.explore.kernels import HashTables, ShardStates, find_at, locate
from queensbench.engines.graphs.kernels import NOBODY, SEVERAL, qb_decider
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
    Images,
    Workspace,
    enabled,
    fault,
    qb_score,
    qb_unpack,
    qb_weight,
    successor,
    winners,
)
from queensbench.readers.native.layout import OVERFLOW, REFUSED

# What `payoffs` measures.
SCORE = 0
WINNERS = 1


@kernel
def divisor(a: i64, b: i64) -> i64:
    """The greatest common divisor of two numbers from 0 up, not both 0."""
    while b != 0:
        rest = a % b
        a = b
        b = rest
    return a


@kernel
def lowest_terms(weight: p_i64, n: i64) -> i64:
    """Divide weights by their greatest common divisor; their sum, or -1 if that is 2**62 or more."""
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


class MoveLists(NamedTuple):
    """Room for ``room`` moves of a shard's states and their successors, laid out as in an arena.

    States of the other shard are numbered from ``second`` on.  ``every``: the deciders of all moves are asked, not
    only that of the first.
    """

    off: p_i64
    role: p_u8
    owner: p_i32
    succ: p_u32
    weight: p_i64
    room: i64
    second: i64
    every: i64


@kernel
def moves_with(
    work: Workspace, states: ShardStates, end: i64, tables: HashTables, lists: MoveLists, images: Images
) -> i64:
    """List the moves of a shard's states ``block[S_AT]`` to ``end``; ``block[S_EDGES]`` counts them.

    A state that was not expanded, or has a move to a state that was not stored, has role 0 and no moves.
    """
    cells = stack_i32(CELLS)
    after = stack_i32(CELLS)
    packed = stack_i64(WORDS)
    who = stack_i64(1)
    for index in range(work.block[S_AT], end):
        work.block[S_AT] = index
        begin = work.block[S_EDGES]
        lists.off[index] = begin
        lists.owner[index] = NOBODY
        what = states.kinds[index]
        if what >= OVER and what <= DEADLOCK:
            lists.role[index] = what
            continue
        lists.role[index] = 0
        if what != CHOICE and what != CHANCE:  # noqa: PLR1714 - kernels have no `in`
            continue
        qb_unpack(at(states.words, index * WORDS), cells)
        n = enabled(cells, work.env, work.moves, work.cap)
        if n == OVERFLOW:
            return NARROW
        if begin + n > lists.room:
            return FULL
        complete = 1
        for m in range(n):
            status = successor(cells, after, work.env, work.moves[m])
            if status <= REFUSED:
                return fault(work.block, status, index, work.moves[m])
            side = locate(after, packed, images)
            place = find_at(side, tables, packed)
            if place < 0:
                complete = 0
                break
            lists.succ[begin + m] = place + lists.second if side != 0 else place
            if what == CHANCE:
                status = qb_weight(cells, work.env, work.moves[m], at(lists.weight, begin + m))
                if status < 0:
                    return fault(work.block, status, index, work.moves[m])
            elif m == 0 or lists.every != 0:
                status = qb_decider(cells, work.env, work.moves[m], who)
                if status < 0:
                    return fault(work.block, status, index, work.moves[m])
                if m == 0:
                    lists.owner[index] = who[0]
                elif who[0] != lists.owner[index]:
                    lists.owner[index] = SEVERAL
        if what == CHANCE and complete != 0:
            if lowest_terms(at(lists.weight, begin), n) < 0:
                return fault(work.block, HEAVY, index, -1)
        if complete != 0:
            lists.role[index] = what
            work.block[S_EDGES] = begin + n
    work.block[S_AT] = end
    return DONE


@kernel
def payoffs(work: Workspace, states: ShardStates, end: i64, measure: i64, player: i64, out: p_i64) -> i64:
    """Write the payoff of each ended state from ``block[S_AT]`` to ``end`` of a shard, and 0 for all others."""
    cells = stack_i32(CELLS)
    for index in range(work.block[S_AT], end):
        work.block[S_AT] = index
        out[index] = 0
        if states.kinds[index] != OVER:
            continue
        qb_unpack(at(states.words, index * WORDS), cells)
        if measure == SCORE:
            status = qb_score(cells, work.env, player, at(out, index))
            if status < 0:
                return fault(work.block, status, index, -1)
        else:
            value = winners(cells, work.env)
            if value < 0:
                return fault(work.block, value, index, -1)
            out[index] = value
    work.block[S_AT] = end
    return DONE


ARENA: tuple[Callable[..., int], ...] = (moves_with, payoffs)
