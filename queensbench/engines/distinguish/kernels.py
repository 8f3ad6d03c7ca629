"""The loop that compares readings along one game, in the kernel language.

The states are those that a game passes under one reading.  In each of them the moves and what they lead to
are compared with those under each other reading that differs in a ruling consulted there, as in
:mod:`queensbench.engines.compare.kernels`, until the move that the game takes is not shared any more: from there on
the two are not at the same play.
"""

from __future__ import annotations

from queensbench.engines.compare.kernels import COMPARER
from queensbench.engines.compare.state_kernels import (
    ALWAYS,
    CLASSES,
    CRAMPED,
    FAULTED,
    LEGAL,
    REPORT,
    Comparing,
    OtherReadings,
    consulted,
    our_moves,
    part_state,
    shared_step,
)
from queensbench.engines.runtime.kernel_language import at, i64, kernel, p_i32, p_i64, stack_i32, stack_i64
from queensbench.engines.runtime.kernels import (
    CELLS,
    DONE,
    FAULT,
    NARROW,
    RULINGS,
    Workspace,
    fault,
    successor,
)
from queensbench.readers.native.layout import REFUSED

MET = 2  # a class's first state along the game, or -1, and the move that shows it, or -1


@kernel
def part_game(
    work: Workspace,
    cells: p_i32,
    codes: p_i64,
    count: i64,
    others: OtherReadings,
    together: p_i64,
    comparing: Comparing,
    firsts: p_i64,
) -> i64:
    """Compare readings in the states that ``count`` moves pass, from the settled start ``cells`` on.

    Only readings ``k`` with ``together[k]`` are compared; it is set to 0 at the first move that the reading does not
    share.  ``firsts`` gets, for each reading and class, the first state where they part and the move that shows it.
    """
    after = stack_i32(CELLS)
    report = stack_i64(REPORT)
    counters = at(work.env, others.consults)
    for index in range(count + 1):
        for c in range(RULINGS):
            counters[c] = 0
        n = our_moves(work, index, cells, comparing.targets)
        if n == CRAMPED:
            return NARROW
        if n < 0:
            return FAULT
        left = 0
        for k in range(others.number):
            if together[k] == 0:
                continue
            left = 1
            if consulted(k, others, counters) == 0 and others.flags[k] & ALWAYS == 0:
                continue
            other = at(others.envs, k * others.stride)
            found = part_state(cells, work, other, others.flags[k], n, comparing, report)
            if found == CRAMPED:
                return NARROW
            for c in range(CLASSES):
                if found >> c & 1 != 0:
                    first = at(firsts, (k * CLASSES + c) * MET)
                    if first[0] < 0:
                        first[0] = index
                        first[1] = report[c]
            if index < count and found & (1 << LEGAL | 1 << FAULTED) != 0:
                shared = shared_step(cells, after, work.env, other, codes[index], comparing.moves, work.cap)
                if shared == CRAMPED:
                    return NARROW
                together[k] = shared
        if left == 0:
            return DONE
        if index < count:
            status = successor(cells, after, work.env, codes[index])
            if status <= REFUSED:
                fault(work.block, status, index, codes[index])
                return FAULT
            for i in range(CELLS):
                cells[i] = after[i]
    return DONE


LOOPS = (*COMPARER, part_game)
