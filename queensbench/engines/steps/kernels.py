"""The loops that judge steps, in the kernel language: one half writes them down, the other asks judges.

The first half is compiled with the rules: it carries out moves, and writes each step as a state of the system over two
states (:mod:`queensbench.rules.transforms.previous_states`).  The second is compiled with the judges of that system
alone, whose rules nobody needs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from queensbench.engines.explore.kernels import ShardStates
from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    inlined,
    kernel,
    p_i32,
    p_i64,
    shr,
    stack_i32,
    stack_i64,
)
from queensbench.engines.runtime.kernels import (
    CELLS,
    CHANCE,
    CHOICE,
    DONE,
    FULL,
    JUDGES,
    NARROW,
    S_AT,
    S_COUNT,
    S_OUT,
    WORDS,
    Workspace,
    enabled,
    fault,
    hashed,
    qb_changed,
    qb_judges,
    qb_pack,
    qb_rejudges,
    qb_unpack,
    same,
    successor,
)
from queensbench.engines.simulate.kernels import failures
from queensbench.readers.native.layout import OVERFLOW, REFUSED


class StepRows(NamedTuple):
    """Room for ``room`` steps: of each the cells after it, those before it, a 1 for the step, and the silence after.

    ``keys``: of each step the key by which the first one is told (choices, then steps), and whose it is: the id of the
    state before it, or its game.
    """

    cells: p_i32
    keys: p_i64
    room: i64


class Successors(NamedTuple):
    """The states that one state leads to, packed in ``words``, and the table of ``2**bits`` slots that finds them.

    A slot holds the number of a step among those of all states; what is not above the count before this state is free.
    """

    words: p_i64
    slots: p_i64
    bits: i64


# ------------------------------------------------------------------------------- compiled with the rules


@inlined
def put(rows: StepRows, place: i64, after: p_i32, before: p_i32, key: i64, whose: i64) -> i64:
    """Write a step.  The last cell of a state is the silence, of which only that after the step is kept."""
    rows.keys[2 * place] = key
    rows.keys[2 * place + 1] = whose
    row = at(rows.cells, place * 2 * CELLS)
    for c in range(CELLS - 1):
        row[c] = after[c]
        row[CELLS - 1 + c] = before[c]
    row[2 * CELLS - 2] = 1
    row[2 * CELLS - 1] = after[CELLS - 1]
    return 0


@inlined
def write_steps(
    work: Workspace, rows: StepRows, known: Successors, cells: p_i32, n: i64, key: i64, whose: i64
) -> i64:
    """Write the steps that ``n`` moves make from ``cells``, each pair of states once.

    ``block[S_OUT]`` counts the rows, ``block[S_COUNT]`` all steps so far.  FULL where they would not fit, else DONE, or
    FAULT.
    """
    after = stack_i32(CELLS)
    packed = stack_i64(WORDS)
    mask = (1 << known.bits) - 1
    if work.block[S_OUT] + n > rows.room:
        return FULL
    first = work.block[S_COUNT]
    count = first
    for m in range(n):
        status = successor(cells, after, work.env, work.moves[m])
        if status <= REFUSED:
            return fault(work.block, status, whose, work.moves[m])
        qb_pack(after, packed)
        slot = shr(hashed(packed), 64 - known.bits)
        while known.slots[slot] > first:
            if same(packed, at(known.words, (known.slots[slot] - first - 1) * WORDS)) != 0:
                break
            slot = (slot + 1) & mask
        if known.slots[slot] <= first:
            mine = at(known.words, (count - first) * WORDS)
            for w in range(WORDS):
                mine[w] = packed[w]
            count += 1
            known.slots[slot] = count
            put(rows, work.block[S_OUT], after, cells, key, whose)
            work.block[S_OUT] += 1
    work.block[S_COUNT] = count
    return DONE


@kernel
def list_steps(
    work: Workspace, states: ShardStates, end: i64, choices: i64, rows: StepRows, known: Successors
) -> i64:
    """Write the steps from states ``block[S_AT]`` to ``end`` of a shard, as :func:`write_steps` does.

    All these states are of one level of ``choices``.  It stops before a state whose steps would not fit.
    """
    cells = stack_i32(CELLS)
    for index in range(work.block[S_AT], end):
        work.block[S_AT] = index
        if states.kinds[index] != CHOICE and states.kinds[index] != CHANCE:
            continue
        qb_unpack(at(states.words, index * WORDS), cells)
        n = enabled(cells, work.env, work.moves, work.cap)
        if n == OVERFLOW:
            return NARROW
        if n < 0:
            return fault(work.block, n, index, work.moves[0])
        key = (choices + (1 if states.kinds[index] == CHOICE else 0) << 16) + states.steps[index] + 1
        status = write_steps(work, rows, known, cells, n, key, 2 * index + states.number)
        if status != DONE:
            return status
    work.block[S_AT] = end
    return DONE


@kernel
def follow_steps(
    work: Workspace, cells: p_i32, codes: p_i64, first: i64, end: i64, game: i64, rows: StepRows
) -> i64:
    """Carry out the moves ``first`` to ``end`` of a game from ``cells``, and write each step; DONE or FAULT."""
    after = stack_i32(CELLS)
    for place in range(first, end):
        status = successor(cells, after, work.env, codes[place])
        if status <= REFUSED:
            return fault(work.block, status, place, codes[place])
        put(rows, place - first, after, cells, place + 1, game)
        for c in range(CELLS):
            cells[c] = after[c]
    return DONE


STEPS: tuple[Callable[..., int], ...] = (list_steps, follow_steps)

# ------------------------------------------------------------------------------ compiled with the judges


@kernel
def judge_steps(env: p_i64, rows: StepRows, count: i64, failing: p_i64) -> i64:
    """Judge ``count`` steps; how many of them some judge is against.

    ``failing`` notes for each judge how many, and the first.  Below 0: a violation.
    """
    verdicts = stack_i64(JUDGES + 1)
    against = 0
    wrong = 0
    for place in range(count):
        row = at(rows.cells, place * CELLS)
        if place == 0:
            against = qb_judges(row, env, verdicts)
        else:
            before = at(rows.cells, (place - 1) * CELLS)
            against = qb_rejudges(row, env, verdicts, qb_changed(before, row), against)
        if against != 0:
            status = failures(verdicts, rows.keys[2 * place], rows.keys[2 * place + 1], failing)
            if status < 0:
                return status
            wrong += 1
    return wrong
