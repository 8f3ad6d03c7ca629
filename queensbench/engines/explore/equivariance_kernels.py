"""The loop that holds stored states against their images under a symmetry, in the kernel language.

An image must have ended where the state has, with the renamed winners and scores; properties must say the same of it;
and its moves must lead, with the same weights, to the images of where the moves of the state lead.
"""

from __future__ import annotations

from collections.abc import Callable

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


@kernel
def renamed(cells: p_i32, out: p_i32, row: i64, source: p_i32, offset: p_i32, image: p_i32) -> i64:
    """The image of a state (see :func:`queensbench.engines.runtime.kernels.canonical`)."""
    for c in range(CELLS):
        value = cells[source[row + c]]
        place = offset[row + c]
        if place != IDENTITY:
            value = image[place + value]
        out[c] = value
    return 0


@kernel
def before(a: p_i64, b: p_i64) -> i64:
    """Whether one successor, as words and a weight, comes before another."""
    for w in range(WORDS + 1):
        if a[w] != b[w]:
            return ult(a[w], b[w])
    return 0


@kernel
def ordered(rows: p_i64, n: i64) -> i64:
    """Put successors in order (a shell sort)."""
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
def ends_alike(cells: p_i32, other: p_i32, env: p_i64, players: p_i64, scorers: p_i64) -> i64:
    """Whether the renamed players have won the image of an ended game, with the same scores."""
    for p in range(PLAYERS):
        if qb_wins(cells, env, p) != qb_wins(other, env, players[p]):
            return 0
    one = stack_i64(1)
    two = stack_i64(1)
    for p in range(SCORES):
        status = qb_score(cells, env, p, one)
        if status != qb_score(other, env, scorers[p], two) or (status >= 0 and one[0] != two[0]):
            return 0
    return 1


@kernel
def check_alike(
    s: p_i64,
    env: p_i64,
    words: p_i64,
    end: i64,
    moves: p_i64,
    others: p_i64,
    cap: i64,
    nexts: p_i32,
    mine: p_i64,
    yours: p_i64,
    room: i64,
    group: i64,
    source: p_i32,
    offset: p_i32,
    image: p_i32,
    players: p_i64,
    scorers: p_i64,
) -> i64:
    """Hold states ``s[S_AT]`` to ``end`` of a shard against all their images.

    ``players``, ``scorers``: the images of those who win and score, under each element.  Answers ``FAULT`` at the
    first that differ, with the state and the element in the block; ``NARROW`` where a state has more moves than
    ``room``.
    """
    cells = stack_i32(CELLS)
    other = stack_i32(CELLS)
    after = stack_i32(CELLS)
    to = stack_i32(CELLS)
    verdicts = stack_i64(JUDGES + 1)
    theirs = stack_i64(JUDGES + 1)
    for index in range(s[S_AT], end):
        s[S_AT] = index
        qb_unpack(at(words, index * WORDS), cells)
        over = 0
        n = 0
        if cells[SILENT_CELL] == 0:
            over = qb_over(cells, env)
            if over == 0:
                n = qb_moves(cells, env, moves, cap)
                if n == OVERFLOW or n > room:
                    return NARROW
        qb_judges(cells, env, verdicts)
        for m in range(n):
            successor(cells, at(nexts, m * CELLS), env, moves[m])
        for g in range(group):
            s[S_BAD] = index
            s[S_CODE] = g
            row = g * CELLS
            renamed(cells, other, row, source, offset, image)
            qb_judges(other, env, theirs)
            for j in range(JUDGES):
                if verdicts[j] != theirs[j]:
                    return FAULT
            if cells[SILENT_CELL] != 0:
                continue
            if qb_over(other, env) != over:
                return FAULT
            if over != 0:
                if ends_alike(cells, other, env, at(players, g * PLAYERS), at(scorers, g * SCORES)) == 0:
                    return FAULT
                continue
            if qb_moves(other, env, others, cap) != n:
                return FAULT
            if n == 0:
                continue
            if (moves[0] < CHANCE_BASE) != (others[0] < CHANCE_BASE):
                return FAULT
            for m in range(n):
                renamed(at(nexts, m * CELLS), to, row, source, offset, image)
                qb_pack(to, at(mine, m * (WORDS + 1)))
                qb_weight(cells, env, moves[m], at(mine, m * (WORDS + 1) + WORDS))
                if successor(other, after, env, others[m]) <= REFUSED:
                    return FAULT
                qb_pack(after, at(yours, m * (WORDS + 1)))
                qb_weight(other, env, others[m], at(yours, m * (WORDS + 1) + WORDS))
            ordered(mine, n)
            ordered(yours, n)
            for w in range(n * (WORDS + 1)):
                if mine[w] != yours[w]:
                    return FAULT
    s[S_AT] = end
    return DONE


ALIKE: tuple[Callable[..., int], ...] = (check_alike,)
