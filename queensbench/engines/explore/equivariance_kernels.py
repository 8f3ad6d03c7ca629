"""The loop that compares stored states with their images under a symmetry, in the kernel language.

The image of an ended state must be ended too, with the renamed winners and scores.  Each property must have the same
value in both.  The moves of the image must lead, with the same weights, to the images of the state's successors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    kernel,
    p_i32,
    p_i64,
    stack_i32,
    stack_i64,
    ult,
)
from queensbench.engines.runtime.kernels import (
    CELLS,
    CHANCE_BASE,
    DONE,
    FAULT,
    IDENTITY,
    JUDGES,
    NARROW,
    PLAYERS,
    S_AT,
    S_BAD,
    S_CODE,
    SCORES,
    SILENT_CELL,
    WORDS,
    Images,
    Workspace,
    qb_judges,
    qb_moves,
    qb_over,
    qb_pack,
    qb_score,
    qb_unpack,
    qb_weight,
    qb_wins,
    successor,
)
from queensbench.readers.native.layout import OVERFLOW, REFUSED


class ImageBuffers(NamedTuple):
    """Room for ``room`` moves of a state and of its image: codes of the image's moves, and the successors of both."""

    moves: p_i64
    nexts: p_i32
    mine: p_i64
    yours: p_i64
    room: i64


class Renamed(NamedTuple):
    """The images of the players who win, and of those who score, under each element."""

    players: p_i64
    scorers: p_i64


@kernel
def renamed(cells: p_i32, out: p_i32, row: i64, images: Images) -> i64:
    """The image of a state (see :func:`queensbench.engines.runtime.kernels.canonical`)."""
    for c in range(CELLS):
        value = cells[images.source[row + c]]
        place = images.offset[row + c]
        if place != IDENTITY:
            value = images.image[place + value]
        out[c] = value
    return 0


@kernel
def before(a: p_i64, b: p_i64) -> i64:
    """Whether one successor comes before another, by words, then weight."""
    for w in range(WORDS + 1):
        if a[w] != b[w]:
            return ult(a[w], b[w])
    return 0


@kernel
def ordered(rows: p_i64, n: i64) -> i64:
    """Sort successors by Shell's method (Shell, 1959)."""
    held = stack_i64(WORDS + 1)
    gap = n >> 1
    while gap > 0:
        for i in range(gap, n):
            for w in range(WORDS + 1):
                held[w] = rows[i * (WORDS + 1) + w]
            j = i
            while j >= gap and before(held, at(rows, (j - gap) * (WORDS + 1))) != 0:
                for w in range(WORDS + 1):
                    rows[j * (WORDS + 1) + w] = rows[(j - gap) * (WORDS + 1) + w]
                j -= gap
            for w in range(WORDS + 1):
                rows[j * (WORDS + 1) + w] = held[w]
        gap = gap >> 1
    return 0


@kernel
def ends_alike(cells: p_i32, other: p_i32, env: p_i64, element: i64, renaming: Renamed) -> i64:
    """Whether the renamed players have won the image of an ended game, with the same scores."""
    for p in range(PLAYERS):
        if qb_wins(cells, env, p) != qb_wins(other, env, renaming.players[element * PLAYERS + p]):
            return 0
    one = stack_i64(1)
    two = stack_i64(1)
    for p in range(SCORES):
        status = qb_score(cells, env, p, one)
        if status != qb_score(other, env, renaming.scorers[element * SCORES + p], two):
            return 0
        if status >= 0 and one[0] != two[0]:
            return 0
    return 1


@kernel
def check_alike(
    work: Workspace, words: p_i64, end: i64, buffers: ImageBuffers, images: Images, renaming: Renamed
) -> i64:
    """Compare states ``block[S_AT]`` to ``end`` of a shard with all their images.

    Returns ``FAULT`` at the first difference, with the state and the element in the block; ``NARROW`` at a state that
    has more moves than the buffers hold.
    """
    cells = stack_i32(CELLS)
    other = stack_i32(CELLS)
    after = stack_i32(CELLS)
    to = stack_i32(CELLS)
    verdicts = stack_i64(JUDGES + 1)
    theirs = stack_i64(JUDGES + 1)
    for index in range(work.block[S_AT], end):
        work.block[S_AT] = index
        qb_unpack(at(words, index * WORDS), cells)
        over = 0
        n = 0
        if cells[SILENT_CELL] == 0:
            over = qb_over(cells, work.env)
            if over == 0:
                n = qb_moves(cells, work.env, work.moves, work.cap)
                if n == OVERFLOW or n > buffers.room:
                    return NARROW
        qb_judges(cells, work.env, verdicts)
        for m in range(n):
            successor(cells, at(buffers.nexts, m * CELLS), work.env, work.moves[m])
        for g in range(images.order):
            work.block[S_BAD] = index
            work.block[S_CODE] = g
            row = g * CELLS
            renamed(cells, other, row, images)
            qb_judges(other, work.env, theirs)
            for j in range(JUDGES):
                if verdicts[j] != theirs[j]:
                    return FAULT
            if cells[SILENT_CELL] != 0:
                continue
            if qb_over(other, work.env) != over:
                return FAULT
            if over != 0:
                if ends_alike(cells, other, work.env, g, renaming) == 0:
                    return FAULT
                continue
            if qb_moves(other, work.env, buffers.moves, work.cap) != n:
                return FAULT
            if n == 0:
                continue
            if (work.moves[0] < CHANCE_BASE) != (buffers.moves[0] < CHANCE_BASE):
                return FAULT
            for m in range(n):
                renamed(at(buffers.nexts, m * CELLS), to, row, images)
                qb_pack(to, at(buffers.mine, m * (WORDS + 1)))
                qb_weight(cells, work.env, work.moves[m], at(buffers.mine, m * (WORDS + 1) + WORDS))
                if successor(other, after, work.env, buffers.moves[m]) <= REFUSED:
                    return FAULT
                qb_pack(after, at(buffers.yours, m * (WORDS + 1)))
                qb_weight(other, work.env, buffers.moves[m], at(buffers.yours, m * (WORDS + 1) + WORDS))
            ordered(buffers.mine, n)
            ordered(buffers.yours, n)
            for w in range(n * (WORDS + 1)):
                if buffers.mine[w] != buffers.yours[w]:
                    return FAULT
    work.block[S_AT] = end
    return DONE


ALIKE: tuple[Callable[..., int], ...] = (check_alike,)
