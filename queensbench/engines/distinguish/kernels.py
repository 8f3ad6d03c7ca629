"""The loop that holds readings against each other along one game, in the kernel language.

The states are those that a game passes under one reading.  In each of them the moves and what they lead to
are compared with those under each other reading that differs in a ruling consulted there, as in
:mod:`queensbench.engines.compare.kernels`, until the move that the game takes is not shared any more: from there on
the two are not at the same play.
"""

from __future__ import annotations

from queensbench.engines.compare.kernels import (
    ALWAYS,
    CLASSES,
    COMPARER,
    CRAMPED,
    FAULTED,
    LEGAL,
    REPORT,
    our_moves,
    part_state,
    shared_step,
)
from queensbench.engines.runtime.kernel_language import at, i64, kernel, p_i32, p_i64, stack_i32, stack_i64
from queensbench.engines.runtime.kernels import CELLS, DONE, FAULT, NARROW, RULINGS, fault, successor
from queensbench.readers.native.layout import REFUSED

MET = 2  # a class's first state along the game, or -1, and the move that shows it, or -1


@kernel
def part_game(
    s: p_i64,
    cells: p_i32,
    env: p_i64,
    consults: i64,
    codes: p_i64,
    count: i64,
    others: p_i64,
    stride: i64,
    number: i64,
    watched: p_i64,
    watches: p_i64,
    flags: p_i64,
    together: p_i64,
    moves: p_i64,
    theirs: p_i64,
    targets: p_i64,
    cap: i64,
    deciders: p_i32,
    span: i64,
    firsts: p_i64,
) -> i64:
    """Compare in the states that ``count`` moves pass, from ``cells`` on, which are the settled start.

    ``others`` and what follows are as for :func:`queensbench.engines.compare.kernels.part`.  Only readings
    ``k`` with ``together[k]`` are compared; it is set to 0 when the game leaves what they share.  ``firsts``
    gets, for each reading and class, where they part first and by which move.
    """
    after = stack_i32(CELLS)
    report = stack_i64(REPORT)
    counters = at(env, consults)
    for index in range(count + 1):
        for c in range(RULINGS):
            counters[c] = 0
        n = our_moves(s, index, cells, env, moves, cap, targets)
        if n == CRAMPED:
            return NARROW
        if n < 0:
            return FAULT
        left = 0
        for k in range(number):
            if together[k] == 0:
                continue
            left = 1
            hit = flags[k] & ALWAYS
            for w in range(watches[k], watches[k + 1]):
                hit |= counters[watched[w]]
            if hit == 0:
                continue
            other = at(others, k * stride)
            found = part_state(
                cells, env, other, flags[k], moves, n, targets, theirs, cap, deciders, span, report
            )
            if found == CRAMPED:
                return NARROW
            for c in range(CLASSES):
                if found >> c & 1 != 0:
                    first = at(firsts, (k * CLASSES + c) * MET)
                    if first[0] < 0:
                        first[0] = index
                        first[1] = report[c]
            if index < count and found & (1 << LEGAL | 1 << FAULTED) != 0:
                shared = shared_step(cells, after, env, other, codes[index], theirs, cap)
                if shared == CRAMPED:
                    return NARROW
                together[k] = shared
        if left == 0:
            return DONE
        if index < count:
            status = successor(cells, after, env, codes[index])
            if status <= REFUSED:
                fault(s, status, index, codes[index])
                return FAULT
            for i in range(CELLS):
                cells[i] = after[i]
    return DONE


LOOPS = (*COMPARER, part_game)
