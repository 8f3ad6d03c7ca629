"""The loops that compare readings, in the kernel language.

The states are those of an exploration under one reading (*ours*).  The loops find the moves and settled successors of
each state once under that reading, while the compiled rules count the rulings that they consult; then once more under
each other reading (*theirs*) that differs in a ruling consulted there.  A state that consults no ruling of the
difference is left out: the same code would run on the same values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

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
from queensbench.engines.explore.kernels import ShardStates
from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    inlined,
    kernel,
    p_i32,
    p_i64,
    stack_i32,
    stack_i64,
)
from queensbench.engines.runtime.kernels import (
    CELLS,
    DONE,
    FAULT,
    FULL,
    NARROW,
    RULINGS,
    S_AT,
    S_COUNT,
    S_EDGES,
    S_SEEN,
    WORDS,
    Workspace,
    enabled,
    qb_pack,
    qb_unpack,
    same,
    start_state,
    successor,
)

S_WHO = 10  # in a thread's block: the other reading at which the loop goes on

PARTED = 4  # a note of a class: how many states, and the key, id and move of the first
MARK = CLASSES + 2  # a state, its classes as bits, the first move of each


class PartNotes(NamedTuple):
    """The notes of a comparison.

    ``classes`` and ``seen`` are by other reading: its classes, and the number of states compared with it.  ``used`` is
    by ruling: the number of states that consult it.
    """

    classes: p_i64
    seen: p_i64
    used: p_i64


class Differing(NamedTuple):
    """Room for so many rows of states that part, MARK numbers each, and of moves not shared.

    A move not shared is possible under our reading, and under the other one impossible or to another state; its row is
    its state and its code.
    """

    marks: p_i64
    lost: p_i64
    room: i64


@kernel
def note_parted(mine: p_i64, key: i64, state: i64, code: i64) -> i64:
    """Count a state, and keep the first one, by choices, steps and id, with its move."""
    mine[0] += 1
    if mine[0] == 1 or key < mine[1] or (key == mine[1] and state < mine[2]):
        mine[1] = key
        mine[2] = state
        mine[3] = code
    return 0


@inlined
def part_readings(
    work: Workspace,
    cells: p_i32,
    place: i64,
    key: i64,
    state: i64,
    others: OtherReadings,
    comparing: Comparing,
    notes: PartNotes,
) -> i64:
    """Compare the readings in a state from the ``block[S_WHO]``-th on; DONE, FAULT, or NARROW for more room.

    ``place``: of the state, for a fault; ``key``, ``state``: for the notes.
    """
    report = stack_i64(REPORT)
    counters = at(work.env, others.consults)
    for c in range(RULINGS):
        counters[c] = 0
    n = our_moves(work, place, cells, comparing.targets)
    if n == CRAMPED:
        return NARROW
    if n < 0:
        return FAULT
    for k in range(work.block[S_WHO], others.number):
        work.block[S_WHO] = k
        if consulted(k, others, counters) == 0 and others.flags[k] & ALWAYS == 0:
            continue
        other = at(others.envs, k * others.stride)
        found = part_state(cells, work, other, others.flags[k], n, comparing, report)
        if found == CRAMPED:
            return NARROW
        notes.seen[k] += 1
        if found == 0:
            continue
        for c in range(CLASSES):
            if found >> c & 1 != 0:
                note_parted(at(notes.classes, (k * CLASSES + c) * PARTED), key, state, report[c])
    work.block[S_WHO] = 0
    # Only now, since the loop may be left above and come back to the same state.
    for c in range(RULINGS):
        if counters[c] != 0:
            notes.used[c] += 1
    work.block[S_SEEN] += 1
    return DONE


@kernel
def part(
    work: Workspace,
    states: ShardStates,
    end: i64,
    choices: i64,
    others: OtherReadings,
    comparing: Comparing,
    notes: PartNotes,
) -> i64:
    """Compare the readings in states ``block[S_AT]`` to ``end`` of a shard, all of one level of ``choices``."""
    cells = stack_i32(CELLS)
    for index in range(work.block[S_AT], end):
        work.block[S_AT] = index
        qb_unpack(at(states.words, index * WORDS), cells)
        key = choices << 16 | states.steps[index]
        state = 2 * index + states.number
        status = part_readings(work, cells, index, key, state, others, comparing, notes)
        if status != DONE:
            return status
    work.block[S_AT] = end
    return DONE


@kernel
def part_at(
    work: Workspace, cells: p_i32, other: p_i64, flags: i64, comparing: Comparing, report: p_i64
) -> i64:
    """Compare the readings as :func:`part_state` does, in a state given as cells."""
    n = our_moves(work, 0, cells, comparing.targets)
    if n < 0:
        return n
    return part_state(cells, work, other, flags, n, comparing, report)


@kernel
def differences(
    work: Workspace,
    states: ShardStates,
    end: i64,
    other: p_i64,
    flags: i64,
    comparing: Comparing,
    lists: Differing,
) -> i64:
    """List the states ``block[S_AT]`` to ``end`` in which two readings part, and the moves not shared.

    ``block[S_COUNT]`` and ``block[S_EDGES]`` count the rows of both.  FULL: no room for another state.
    """
    cells = stack_i32(CELLS)
    there = stack_i32(CELLS)
    packed = stack_i64(WORDS)
    report = stack_i64(REPORT)
    for index in range(work.block[S_AT], end):
        work.block[S_AT] = index
        qb_unpack(at(states.words, index * WORDS), cells)
        n = our_moves(work, index, cells, comparing.targets)
        if n == CRAMPED:
            return NARROW
        if n < 0:
            return FAULT
        if work.block[S_COUNT] >= lists.room or work.block[S_EDGES] + n > lists.room:
            return FULL
        found = part_state(cells, work, other, flags, n, comparing, report)
        if found == CRAMPED:
            return NARROW
        if found == 0:
            continue
        state = 2 * index + states.number
        mark = at(lists.marks, work.block[S_COUNT] * MARK)
        mark[0] = state
        mark[1] = found
        for c in range(CLASSES):
            mark[2 + c] = report[c]
        work.block[S_COUNT] += 1
        if found & (1 << LEGAL | 1 << FAULTED) == 0:
            continue
        m = 0
        if found & 1 << FAULTED == 0:
            m = enabled(cells, other, comparing.moves, work.cap)
        j = 0
        for i in range(n):
            while j < m and comparing.moves[j] < work.moves[i]:
                j += 1
            shared = 0
            if j < m and comparing.moves[j] == work.moves[i]:
                successor(cells, there, other, work.moves[i])
                qb_pack(there, packed)
                shared = same(packed, at(comparing.targets, i * WORDS))
            if shared == 0:
                row = at(lists.lost, 2 * work.block[S_EDGES])
                row[0] = state
                row[1] = work.moves[i]
                work.block[S_EDGES] += 1
    work.block[S_AT] = end
    return DONE


COMPARER: tuple[Callable[..., int], ...] = (start_state, part, part_at, differences, shared_step)
