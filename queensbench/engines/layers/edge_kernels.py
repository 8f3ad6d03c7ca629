"""The loops over the edges between states of levels: what finds them, and what is asked of them.

The first half calls the rules.  The second knows states by their numbers alone, and one byte of each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from queensbench.engines.explore.kernels import locate
from queensbench.engines.graphs.kernels import qb_decider
from queensbench.engines.layers.kernels import Span
from queensbench.engines.layers.run_kernels import Chunk, advance, alike, begin, below, block_of
from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    inlined,
    kernel,
    p_i64,
    p_u8,
    p_u32,
    shr,
    stack_i32,
    stack_i64,
)
from queensbench.engines.runtime.kernels import (
    CELLS,
    CHOICE,
    DONE,
    FULL,
    JUDGES,
    NARROW,
    OVER,
    S_AT,
    S_OUT,
    S_SEEN,
    WORDS,
    Images,
    Workspace,
    enabled,
    fault,
    moving,
    qb_judges,
    qb_unpack,
    standing,
    successor,
)
from queensbench.engines.runtime.library import compiled
from queensbench.readers.native.layout import OVERFLOW, REFUSED

NOBODYS, SEVERAL_MOVE, FIRST_PLAYER = 0, 1, 2
"""Whose choice it is in a state, as a byte: nobody's, that of several players, of the first player, of the next."""


class EdgeRoom(NamedTuple):
    """Room for the edges of ``most`` states, and for ``room`` edges.

    ``keys``: of each edge the state it leads to, and behind it the place of the edge.  ``first``: of each state its
    first edge, and behind all of them how many there are.  ``kind``, ``owner``: what a state is, and whose choice.
    ``judged``: the judges that hold there, a bit each, of those named in ``asked`` (``many``).
    """

    keys: p_i64
    room: i64
    first: p_u32
    kind: p_u8
    owner: p_u8
    judged: p_u32
    most: i64
    asked: p_i64
    many: i64


@kernel
def link_states(work: Workspace, span: Span, made: EdgeRoom, images: Images) -> i64:
    """List the moves of states by what they lead to; stops before a state whose moves do not fit."""
    cells = stack_i32(CELLS)
    after = stack_i32(CELLS)
    packed = stack_i64(WORDS)
    verdicts = stack_i64(JUDGES + 1)
    for index in range(work.block[S_AT], span.end):
        work.block[S_AT] = index
        number = span.number + index
        if work.block[S_SEEN] == made.most:
            return FULL
        qb_unpack(at(span.keys, index * WORDS), cells)
        n = 0
        what = standing(cells, work.env)
        if what < 0:
            return fault(work.block, what, number, -1)
        if what == CHOICE:
            n = enabled(cells, work.env, work.moves, work.cap)
            if n == OVERFLOW or n > made.room:
                return NARROW
            if n < 0:
                return fault(work.block, n, number, work.moves[0])
            what = moving(work.moves, n)
        edge = work.block[S_OUT]
        if edge + n > made.room:
            return FULL
        place = work.block[S_SEEN]
        made.first[place] = edge
        made.kind[place] = what
        made.owner[place] = NOBODYS
        made.judged[place] = 0
        if made.many > 0:
            qb_judges(cells, work.env, verdicts)
            for j in range(made.many):
                found = verdicts[made.asked[j]]
                if found < 0:
                    return fault(work.block, found, number, -1)
                if found > 0:
                    made.judged[place] = made.judged[place] | 1 << j
        if what < OVER:
            for m in range(n):
                status = successor(cells, after, work.env, work.moves[m])
                if status <= REFUSED:
                    return fault(work.block, status, number, work.moves[m])
                locate(after, packed, images)
                for w in range(WORDS):
                    made.keys[edge * (WORDS + 1) + w] = packed[w]
                made.keys[edge * (WORDS + 1) + WORDS] = edge
                edge += 1
        work.block[S_OUT] = edge
        work.block[S_SEEN] = place + 1
    work.block[S_AT] = span.end
    return DONE


@kernel
def link_owners(work: Workspace, span: Span, made: EdgeRoom, begun: i64, every: i64) -> i64:
    """Note for states of choice whose choice it is, by the first move or by ``every`` one; 0 or a violation.

    ``begun``: the place of the first state of the span.
    """
    cells = stack_i32(CELLS)
    player = stack_i64(1)
    other = stack_i64(1)
    for index in range(span.end):
        place = begun + index
        if made.kind[place] != CHOICE:
            continue
        qb_unpack(at(span.keys, index * WORDS), cells)
        n = enabled(cells, work.env, work.moves, work.cap)
        if n <= 0:
            continue
        status = qb_decider(cells, work.env, work.moves[0], player)
        if status < 0:
            return status
        made.owner[place] = FIRST_PLAYER + player[0] if player[0] >= 0 else NOBODYS
        if every != 0:
            for m in range(1, n):
                status = qb_decider(cells, work.env, work.moves[m], other)
                if status < 0:
                    return status
                if other[0] != player[0]:
                    made.owner[place] = SEVERAL_MOVE
                    break
    return 0


LINKER: tuple[Callable[..., int], ...] = (link_states,)
OWNERS: tuple[Callable[..., int], ...] = (link_owners,)


# -------------------------------------------------------------------------------------------- numbers


@inlined
def reached(keys: p_i64, i: i64, count: i64, state: p_i64) -> i64:
    """The first of sorted states with places, from ``i`` on, that is not below a state."""
    if i == count or below(at(keys, i * (WORDS + 1)), state) == 0:
        return i
    stride = 1
    while i + stride < count and below(at(keys, (i + stride) * (WORDS + 1)), state) != 0:
        i += stride
        stride *= 2
    while stride > 1:
        stride = shr(stride, 1)
        if i + stride < count and below(at(keys, (i + stride) * (WORDS + 1)), state) != 0:
            i += stride
    return i + 1


@kernel
def numbered(keys: p_i64, count: i64, chunk: Chunk, number: i64, cursor: p_i64, out: p_u32) -> i64:
    """Write the numbers of those of some states that stand in a chunk, at the place that stands behind each.

    The states are sorted, each with its place as one more word.  ``number``: of the chunk's first state.  Those before
    ``cursor[0]`` were looked at; it ends at the first state that lies behind the chunk.  Returns how many were found.
    """
    mine = stack_i64(WORDS)
    i = cursor[0]
    found = 0
    b = 0
    while b < chunk.blocks:
        i = reached(keys, i, count, at(chunk.firsts, b * WORDS))
        if i == count:
            break
        here = at(keys, i * (WORDS + 1))
        if b + 1 < chunk.blocks and below(here, at(chunk.firsts, (b + 1) * WORDS)) == 0:
            b = block_of(chunk, b, here)
        place = begin(chunk.data, chunk.offsets[b] - chunk.offsets[0], mine)
        before = number + chunk.before[b] - chunk.before[0]
        last = chunk.before[b + 1] - chunk.before[b] - 1
        n = 0
        while i < count:
            here = at(keys, i * (WORDS + 1))
            while n < last and below(mine, here) != 0:
                place = advance(chunk.data, place, mine)
                n += 1
            if below(mine, here) != 0:
                break
            if alike(mine, here) != 0:
                out[keys[i * (WORDS + 1) + WORDS]] = before + n
                found += 1
                i += 1
            else:
                i = reached(keys, i, count, mine)
        b += 1
    cursor[0] = i
    return found


# -------------------------------------------------------------------------------------------- fixpoints

SOME, EVERY, FAIR, NEVER = 0, 1, 2, 3
"""When a state joins: if some move leads inside; if every one does; if some does and none leaves; never."""
RULE = 3
INSIDE = 4
KEPT = 8
GOAL = 16


@kernel
def sweep(first: p_u32, target: p_u32, count: i64, marks: p_u8, number: i64, backward: i64) -> i64:
    """Let states join a set, by what their moves lead to; how many did.

    ``marks``: a byte of each state by its number: when it joins, and whether it is INSIDE; states that are not KEPT do
    not join, and none of FAIR with a move to one.  ``number``: of the first of ``count`` states, which are taken in
    their order, or ``backward``.
    """
    joined = 0
    for n in range(count):
        state = count - 1 - n if backward != 0 else n
        mark = marks[number + state]
        rule = mark & RULE
        if mark & INSIDE != 0 or mark & KEPT == 0 or rule == NEVER:
            continue
        some = 0
        every = 1
        for edge in range(first[state], first[state + 1]):
            other = marks[target[edge]]
            if other & INSIDE != 0:
                some = 1
                if rule == SOME:
                    break
            elif rule == EVERY:
                every = 0
                break
            if rule == FAIR and other & KEPT == 0:
                every = 0
                break
        if some != 0 and (rule == SOME or every != 0):
            marks[number + state] = mark | INSIDE
            joined += 1
    return joined


@cache
def library(words: int) -> dict[str, Callable[..., int]]:
    """The kernels that know no model by name, for states of so many words."""
    return compiled("edges", (numbered, sweep), {"WORDS": words})
