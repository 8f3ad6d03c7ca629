"""The loops over states of a level that call the rules, in the kernel language.

A state goes by its *number*: states are numbered by choices, then steps, then in the order of their words, from 0 on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from queensbench.engines.explore.kernels import ExplorerNotes, locate, note_judged, rejudge, way
from queensbench.engines.runtime.kernel_language import at, i64, kernel, p_i64, stack_i32, stack_i64
from queensbench.engines.runtime.kernels import (
    CELLS,
    CHANCE,
    CHANCE_BASE,
    CHOICE,
    DONE,
    FULL,
    JUDGES,
    NARROW,
    OVER,
    S_AT,
    S_EDGES,
    S_OUT,
    S_SEEN,
    S_UNJUDGED,
    SILENT_CELL,
    WORDS,
    Images,
    Workspace,
    enabled,
    fault,
    moving,
    note_end,
    qb_over,
    qb_unpack,
    same,
    standing,
    start_state,
    successor,
    unpack_state,
)
from queensbench.readers.native.layout import OVERFLOW, REFUSED


class Span(NamedTuple):
    """States ``block[S_AT]`` to ``end`` of an array of states, the first of which has the number ``number``."""

    keys: p_i64
    end: i64
    number: i64


class Outlet(NamedTuple):
    """Room for states.

    What chance leads to stands at the front, ``block[S_OUT]`` states; what choices lead to stands at the back,
    ``block[S_OUT + 1]`` states.
    """

    keys: p_i64
    room: i64


class Wanted(NamedTuple):
    """States that are sought, ``many`` of them, and for each the number of one that leads there (-1: none yet).

    ``chance``: by a chance event (1), or by a player's choice (0).
    """

    keys: p_i64
    found: p_i64
    many: i64
    chance: i64


@kernel
def expand_level(work: Workspace, span: Span, outlet: Outlet, notes: ExplorerNotes, images: Images) -> i64:
    """Write the successors of states, and note what the states are; stops before one whose successors do not fit."""
    cells = stack_i32(CELLS)
    other = stack_i32(CELLS)
    after = stack_i32(CELLS)
    packed = stack_i64(WORDS)
    verdicts = stack_i64(JUDGES + 1)
    judged = 0  # 1 once ``cells`` holds a judged state, 2 once ``other`` does
    for index in range(work.block[S_AT], span.end):
        work.block[S_AT] = index
        number = span.number + index
        if judged == 1:
            room = other
            other = cells
            cells = room
            judged = 2
        qb_unpack(at(span.keys, index * WORDS), cells)
        n = 0
        what = standing(cells, work.env)
        if what < 0:
            return fault(work.block, what, number, -1)
        if what == CHOICE:
            n = enabled(cells, work.env, work.moves, work.cap)
            if n == OVERFLOW or n > outlet.room:
                return NARROW
            if n < 0:
                return fault(work.block, n, number, work.moves[0])
            what = moving(work.moves, n)
        if work.block[S_OUT] + work.block[S_OUT + 1] + n > outlet.room:
            return FULL
        work.block[S_SEEN] += 1
        if JUDGES > 0 and work.block[S_UNJUDGED] == 0:
            rejudge(cells, other, judged, work.env, verdicts)
            status = note_judged(verdicts, notes.judged, number, number)
            if status < 0:
                return fault(work.block, status, number, -1)
            judged = 1
        if what >= OVER:
            status = note_end(cells, work.env, what, notes.ends, notes.scores, number, number)
            if status < 0:
                return fault(work.block, status, number, -1)
            continue
        for m in range(n):
            status = successor(cells, after, work.env, work.moves[m])
            if status <= REFUSED:
                return fault(work.block, status, number, work.moves[m])
            locate(after, packed, images)
            if what == CHANCE:
                place = work.block[S_OUT]
                work.block[S_OUT] += 1
            else:
                work.block[S_OUT + 1] += 1
                place = outlet.room - work.block[S_OUT + 1]
            for w in range(WORDS):
                outlet.keys[place * WORDS + w] = packed[w]
        work.block[S_EDGES] += n
    work.block[S_AT] = span.end
    return DONE


@kernel
def seek(work: Workspace, span: Span, wanted: Wanted, images: Images) -> i64:
    """Note for each wanted state the first of some states with a move to it; returns how many are still wanted."""
    cells = stack_i32(CELLS)
    after = stack_i32(CELLS)
    packed = stack_i64(WORDS)
    left = 0
    for j in range(wanted.many):
        if wanted.found[j] < 0:
            left += 1
    for index in range(work.block[S_AT], span.end):
        if left == 0:
            break
        qb_unpack(at(span.keys, index * WORDS), cells)
        if cells[SILENT_CELL] != 0 or qb_over(cells, work.env) != 0:
            continue
        n = enabled(cells, work.env, work.moves, work.cap)
        if n <= 0:
            continue
        if wanted.chance != 0 and work.moves[0] < CHANCE_BASE:
            continue
        if wanted.chance == 0 and work.moves[0] >= CHANCE_BASE:
            continue
        for m in range(n):
            if successor(cells, after, work.env, work.moves[m]) > REFUSED:
                locate(after, packed, images)
                for j in range(wanted.many):
                    if wanted.found[j] < 0 and same(packed, at(wanted.keys, j * WORDS)) != 0:
                        wanted.found[j] = span.number + index
                        left -= 1
    return left


EXPANDER: tuple[Callable[..., int], ...] = (start_state, unpack_state, expand_level, seek, locate, way)
