"""The comparison of two readings in one state, in the kernel language.

The state's moves and settled successors under one reading (*ours*) are compared with those under another (*theirs*).
"""

from __future__ import annotations

from typing import NamedTuple

from queensbench.engines.graphs.kernels import qb_decider
from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    inlined,
    kernel,
    mul,
    p_i32,
    p_i64,
    stack_i32,
    stack_i64,
    ult,
    umulh,
    wrap,
)
from queensbench.engines.runtime.kernels import (
    CELLS,
    CHANCE_BASE,
    SCORES,
    SILENT_CELL,
    WORDS,
    Workspace,
    enabled,
    fault,
    qb_over,
    qb_pack,
    qb_score,
    qb_unpack,
    qb_weight,
    same,
    successor,
    winners,
)
from queensbench.readers.native.layout import OVERFLOW, REFUSED

# In what two readings part in a state, as places of notes; as bits they are shifted.
LEGAL = 0
SCORED = 1
WINNER = 2
ENDING = 3
DECIDER = 4
FAULTED = 5  # the rules break under the other reading
CLASSES = 6

# What is known of a pair of readings before any state is looked at, as bits.
ALWAYS = 1  # compare in every state: what reads the rulings is not counted
JUDGED = 2  # the end, the winners or the score of one state may differ
DECIDED = 4  # whose choice it is may differ
WEIGHED = 8  # the weight of a chance event may differ

REPORT = CLASSES + 1  # the first move of each class; the status of a fault
BROKEN = -1
CRAMPED = -2

LAST = 2**62  # behind every code


@kernel
def verdict(cells: p_i32, env: p_i64, scores: p_i64) -> i64:
    """0 if the game goes on or is silent, else 1 + the winners as bits, with the ``scores``; or a violation."""
    if cells[SILENT_CELL] != 0:
        return 0
    over = qb_over(cells, env)
    if over <= 0:
        return over
    who = winners(cells, env)
    if who < 0:
        return who
    for player in range(SCORES):
        status = qb_score(cells, env, player, at(scores, player))
        if status < 0:
            return status
    return 1 + who


@kernel
def judged_apart(here: p_i32, env: p_i64, there: p_i32, other: p_i64) -> i64:
    """How a state under one reading and one under the other are judged differently, as bits; or a violation."""
    mine = stack_i64(SCORES + 1)
    yours = stack_i64(SCORES + 1)
    a = verdict(here, env, mine)
    if a < 0:
        return a
    b = verdict(there, other, yours)
    if b < 0:
        return b
    if a == 0 or b == 0:
        return 0 if a == b else 1 << ENDING
    found = 0
    if a != b:
        found = 1 << WINNER
    for player in range(SCORES):
        if mine[player] != yours[player]:
            found |= 1 << SCORED
    return found


@kernel
def broken(report: p_i64, status: i64, code: i64) -> i64:
    """Report a fault in a state, as its only class."""
    report[FAULTED] = code
    report[CLASSES] = status
    return 1 << FAULTED


@kernel
def weighed_apart(cells: p_i32, env: p_i64, other: p_i64, moves: p_i64, n: i64, report: p_i64) -> i64:
    """The first chance event whose probability differs between the readings, or -1; LAST after a fault."""
    ours = 0
    theirs = 0
    shown = -1
    mine = stack_i64(1)
    yours = stack_i64(1)
    all_mine = stack_i64(2)
    all_yours = stack_i64(2)
    for place in range(2):
        all_mine[place] = 0
        all_yours[place] = 0
    for m in range(n):
        one = qb_weight(cells, env, moves[m], mine)
        two = qb_weight(cells, other, moves[m], yours)
        if one < 0 or two < 0:
            broken(report, min(one, two), moves[m])
            return LAST
        a = mine[0]
        b = yours[0]
        if m == 0:
            ours = a
            theirs = b
        add_wide(all_mine, a)
        add_wide(all_yours, b)
        if shown < 0 and (mul(a, theirs) != mul(b, ours) or umulh(a, theirs) != umulh(b, ours)):
            shown = moves[m]
    # All events before the one shown weigh in proportion to the first, whose own share tells whether theirs differ.
    if shown >= 0 and same_product(ours, all_yours, theirs, all_mine) == 0:
        return moves[0]
    return shown


@inlined
def add_wide(whole: p_i64, x: i64) -> i64:
    """Add a number from 0 up to one of two words, the lower first."""
    whole[0] = wrap(whole[0] + x)
    if ult(whole[0], x):
        whole[1] += 1
    return 0


@inlined
def same_product(x: i64, whole: p_i64, y: i64, other: p_i64) -> i64:
    """Whether ``x * whole`` is ``y * other``, whatever their length; both are numbers of two words."""
    if mul(x, whole[0]) != mul(y, other[0]):
        return 0
    low = umulh(x, whole[0])
    mine = wrap(low + mul(x, whole[1]))
    least = umulh(y, other[0])
    yours = wrap(least + mul(y, other[1]))
    if mine != yours:
        return 0
    top = umulh(x, whole[1]) + (1 if ult(mine, low) else 0)
    return 1 if top == umulh(y, other[1]) + (1 if ult(yours, least) else 0) else 0


class Comparing(NamedTuple):
    """The buffers of a comparison beside a workspace: for the moves under the other reading, and for our successors."""

    moves: p_i64
    targets: p_i64


class OtherReadings(NamedTuple):
    """The other readings: their environments, ``number`` of them, each of length ``stride``.

    Number ``k`` differs in the rulings ``watched[watches[k]:watches[k + 1]]``; ``flags[k]`` tells where these are read
    and whether that is counted.  The counters of rulings lie at ``consults`` in an environment.
    """

    envs: p_i64
    stride: i64
    number: i64
    watched: p_i64
    watches: p_i64
    flags: p_i64
    consults: i64


@inlined
def consulted(k: i64, others: OtherReadings, counters: p_i64) -> i64:
    """Whether a ruling in which reading ``k`` differs was read since the counters were set to 0."""
    hit = 0
    for w in range(others.watches[k], others.watches[k + 1]):
        hit |= counters[others.watched[w]]
    return 1 if hit != 0 else 0


@inlined
def led_apart(
    cells: p_i32, env: p_i64, other: p_i64, flags: i64, code: i64, target: p_i64, report: p_i64
) -> i64:
    """The differences between a move's successors, as bits; ``target`` is ours, packed.  A fault comes alone."""
    here = stack_i32(CELLS)
    there = stack_i32(CELLS)
    packed = stack_i64(WORDS)
    status = successor(cells, there, other, code)
    if status <= REFUSED:
        return broken(report, status, code)
    qb_pack(there, packed)
    bits = 0
    if same(packed, target) == 0:
        bits = 1 << LEGAL
    if bits != 0 or flags & JUDGED != 0:
        qb_unpack(target, here)
        apart = judged_apart(here, env, there, other)
        if apart < 0:
            return broken(report, apart, code)
        bits |= apart
    return bits


@inlined
def decided_apart(cells: p_i32, env: p_i64, other: p_i64, code: i64, report: p_i64) -> i64:
    """Whether another player chooses a move, as a bit.  A fault comes alone."""
    mine = stack_i64(1)
    yours = stack_i64(1)
    one = qb_decider(cells, env, code, mine)
    two = qb_decider(cells, other, code, yours)
    if one < 0 or two < 0:
        return broken(report, min(one, two), -1)
    return 1 << DECIDER if mine[0] != yours[0] else 0


@kernel
def part_state(
    cells: p_i32, work: Workspace, other: p_i64, flags: i64, n: i64, comparing: Comparing, report: p_i64
) -> i64:
    """The differences between two readings in a state, as bits, with the first move of each class in ``report``.

    The workspace holds the ``n`` moves under our reading, and ``comparing`` their successors.  A class that the state
    itself shows has move -1.  A fault comes alone.  CRAMPED: their moves exceed the room.
    """
    for c in range(CLASSES):
        report[c] = -1
    if cells[SILENT_CELL] != 0:
        return 0
    found = 0
    if flags & JUDGED != 0:
        found = judged_apart(cells, work.env, cells, other)
        if found < 0:
            return broken(report, found, -1)
    m = enabled(cells, other, comparing.moves, work.cap)
    if m == OVERFLOW:
        return CRAMPED
    if m < 0:
        return broken(report, m, comparing.moves[0])
    i = 0
    j = 0
    while i < n or j < m:
        a = work.moves[i] if i < n else LAST
        b = comparing.moves[j] if j < m else LAST
        code = min(a, b)
        bits = 0
        if a != b:
            bits = 1 << LEGAL
        else:
            bits = led_apart(cells, work.env, other, flags, code, at(comparing.targets, i * WORDS), report)
            if bits & 1 << FAULTED != 0:
                return bits
            if flags & DECIDED != 0:
                bits |= decided_apart(cells, work.env, other, code, report)
                if bits & 1 << FAULTED != 0:
                    return 1 << FAULTED
        if a <= b:
            i += 1
        if b <= a:
            j += 1
        fresh = bits & ~found
        if fresh != 0:
            for c in range(CLASSES):
                if fresh >> c & 1 != 0:
                    report[c] = code
            found |= bits
    if flags & WEIGHED != 0 and n > 0 and found & 1 << LEGAL == 0:
        if work.moves[0] >= CHANCE_BASE:
            code = weighed_apart(cells, work.env, other, work.moves, n, report)
            if code == LAST:
                return 1 << FAULTED
            if code >= 0:
                report[LEGAL] = code
                found |= 1 << LEGAL
    return found


@kernel
def our_moves(work: Workspace, index: i64, cells: p_i32, targets: p_i64) -> i64:
    """Find the moves of a state and their successors, packed; returns their number, or below 0 BROKEN or CRAMPED."""
    after = stack_i32(CELLS)
    n = enabled(cells, work.env, work.moves, work.cap)
    if n == OVERFLOW:
        return CRAMPED
    if n < 0:
        fault(work.block, n, index, work.moves[0])
        return BROKEN
    for m in range(n):
        status = successor(cells, after, work.env, work.moves[m])
        if status <= REFUSED:
            fault(work.block, status, index, work.moves[m])
            return BROKEN
        qb_pack(after, at(targets, m * WORDS))
    return n


@kernel
def shared_step(
    cells: p_i32, after: p_i32, env: p_i64, other: p_i64, code: i64, theirs: p_i64, cap: i64
) -> i64:
    """Whether a move is possible and leads to the same state under both readings: 1 or 0, or CRAMPED."""
    there = stack_i32(CELLS)
    n = enabled(cells, other, theirs, cap)
    if n == OVERFLOW:
        return CRAMPED
    if successor(cells, after, env, code) <= REFUSED:
        return 0
    for m in range(n):
        if theirs[m] == code:
            if successor(cells, there, other, code) <= REFUSED:
                return 0
            for c in range(CELLS):
                if after[c] != there[c]:
                    return 0
            return 1
    return 0
