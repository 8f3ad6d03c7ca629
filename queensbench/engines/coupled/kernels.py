"""The loop that plays a game under several readings with the same luck, in the kernel language.

A game is played under one reading (*ours*), and every other one goes along without being played as long as it
reads the same: only where a ruling of the difference is consulted is the step made under the other reading, too.
Where the two are not the same step, the game forks, and is played on under the other reading from there, with the
random numbers of :mod:`queensbench.engines.coupled.random_streams`.
"""

from __future__ import annotations

from queensbench.engines.compare.kernels import (
    ALWAYS,
    CLASSES,
    DECIDED,
    JUDGED,
    LAST,
    WEIGHED,
    judged_apart,
    weighed_apart,
)
from queensbench.engines.coupled.random_streams import (
    RESULT,
    S_SOURCE,
    choose,
    conclude,
    play_lucky,
    play_on,
    stops,
)
from queensbench.engines.graphs.kernels import qb_decider
from queensbench.engines.runtime.kernel_language import at, i64, kernel, p_i32, p_i64, stack_i32, stack_i64
from queensbench.engines.runtime.kernels import (
    CELLS,
    CHANCE_BASE,
    CUT,
    DONE,
    FAULT,
    NARROW,
    RULINGS,
    SCORES,
    SILENT_CELL,
    SILENT_STATE,
    enabled,
    fault,
    start_state,
    successor,
)
from queensbench.readers.native.layout import OVERFLOW, REFUSED

# What a step under another reading is, beside the move that shows that it is not the same (-1: the state does).
AGREED = -2
CRAMPED = -3
BROKEN = -4

# What became of a game under another reading, as bits.
CAME_UP = 1  # a ruling of the difference was consulted
PARTED = 2  # a step is not the same
ENDING = 4  # it ended otherwise: over, silent, nobody can move
WINNER = 8  # others have won
SCORED = 16  # the scores are others
FAULTED = 32  # the rules break under the other reading
STOPPED = 64  # one of the two met the limit of steps


@kernel
def same_step(
    here: p_i32,
    env: p_i64,
    after: p_i32,
    other: p_i64,
    flags: i64,
    code: i64,
    moves: p_i64,
    n: i64,
    theirs: p_i64,
    cap: i64,
    groups: p_i32,
) -> i64:
    """Whether a step is the same under another reading: AGREED, or the move (-1: none) that shows that it is not.

    The step is ``code`` of the ``n`` moves of ``here``, which leads to ``after``; with no moves the game ends here.
    """
    there = stack_i32(CELLS)
    report = stack_i64(CLASSES + 1)
    if flags & JUDGED != 0:
        apart = judged_apart(here, env, here, other)
        if apart < 0:
            return BROKEN
        if apart != 0:
            return -1
    m = enabled(here, other, theirs, cap)
    if m == OVERFLOW:
        return CRAMPED
    if m < 0:
        return BROKEN
    for i in range(min(n, m)):
        if moves[i] != theirs[i]:
            return min(moves[i], theirs[i])
    if n > m:
        return moves[m]
    if m > n:
        return theirs[n]
    if n == 0:
        return AGREED
    if flags & DECIDED != 0 and moves[0] < CHANCE_BASE:
        last = -1
        mine = stack_i64(1)
        yours = stack_i64(1)
        for i in range(n):
            if groups[moves[i]] != last:
                last = groups[moves[i]]
                one = qb_decider(here, env, moves[i], mine)
                two = qb_decider(here, other, moves[i], yours)
                if one < 0 or two < 0:
                    return BROKEN
                if mine[0] != yours[0]:
                    return moves[i]
    if flags & WEIGHED != 0 and moves[0] >= CHANCE_BASE:
        shown = weighed_apart(here, env, other, moves, n, report)
        if shown == LAST:
            return BROKEN
        if shown >= 0:
            return shown
    status = successor(here, there, other, code)
    if status <= REFUSED:
        return BROKEN
    for c in range(CELLS):
        if there[c] != after[c]:
            return code
    return AGREED


@kernel
def fork(
    k: i64,
    cells: p_i32,
    counts: p_i64,
    sources: i64,
    drawn_from: i64,
    key: i64,
    shown: i64,
    forks: p_i32,
    draws: p_i64,
    places: p_i64,
    codes: p_i64,
) -> i64:
    """Keep where the game under reading ``k`` goes on: before the draw from ``drawn_from`` (-1: there was none)."""
    mine = at(forks, k * CELLS)
    for c in range(CELLS):
        mine[c] = cells[c]
    ours = at(draws, k * sources)
    for source in range(sources):
        ours[source] = counts[source]
    if drawn_from >= 0:
        ours[drawn_from] -= 1
    places[k] = key
    codes[k] = shown
    return 0


@kernel
def consulted(k: i64, watched: p_i64, watches: p_i64, counters: p_i64) -> i64:
    """Whether a ruling in which reading ``k`` differs was read since the counters were set to 0."""
    hit = 0
    for w in range(watches[k], watches[k + 1]):
        hit |= counters[watched[w]]
    return 1 if hit != 0 else 0


@kernel
def begin(
    s: p_i64,
    cells: p_i32,
    env: p_i64,
    consults: i64,
    others: p_i64,
    stride: i64,
    number: i64,
    watched: p_i64,
    watches: p_i64,
    counts: p_i64,
    sources: i64,
    forks: p_i32,
    draws: p_i64,
    outcomes: p_i64,
    places: p_i64,
    codes: p_i64,
) -> i64:
    """Make the start under our reading and under those of which the making reads a ruling; a status."""
    there = stack_i32(CELLS)
    counters = at(env, consults)
    for c in range(RULINGS):
        counters[c] = 0
    for source in range(sources):
        counts[source] = 0
    status = start_state(cells, env, 1)
    if status <= REFUSED:
        return status
    for k in range(number):
        outcomes[k] = 0
        places[k] = -1
        codes[k] = -1
        if consulted(k, watched, watches, counters) != 0:
            outcomes[k] = CAME_UP
            made = start_state(there, at(others, k * stride), 1)
            apart = 0
            for c in range(CELLS):
                if there[c] != cells[c]:
                    apart = 1
            if made <= REFUSED:
                outcomes[k] = CAME_UP | PARTED | FAULTED
            elif apart != 0:
                outcomes[k] = CAME_UP | PARTED
                fork(k, there, counts, sources, -1, 0, -1, forks, draws, places, codes)
    return status


@kernel
def couple_game(
    s: p_i64,
    env: p_i64,
    consults: i64,
    seed: i64,
    game: i64,
    longest: i64,
    others: p_i64,
    stride: i64,
    number: i64,
    watched: p_i64,
    watches: p_i64,
    flags: p_i64,
    groups: p_i32,
    people: i64,
    several: i64,
    sources: i64,
    counts: p_i64,
    moves: p_i64,
    theirs: p_i64,
    weights: p_i64,
    cap: i64,
    forks: p_i32,
    draws: p_i64,
    outcomes: p_i64,
    places: p_i64,
    codes: p_i64,
    results: p_i64,
) -> i64:
    """Play a game under our reading, and on under each other one from where the two part.

    ``outcomes`` gets, by other reading, what became of it; ``places`` where it parted first (choices << 16 |
    steps, -1: nowhere), ``codes`` the move that shows so; ``results`` our result, then that of each other reading.
    """
    here = stack_i32(CELLS)
    after = stack_i32(CELLS)
    counters = at(env, consults)
    status = begin(
        s, here, env, consults, others, stride, number, watched, watches, counts, sources, forks, draws,
        outcomes, places, codes,
    )  # fmt: skip
    if status <= REFUSED:
        return fault(s, status, game, -1)
    key = 0
    end = 0
    while end == 0:
        if here[SILENT_CELL] != 0:
            end = SILENT_STATE
            break
        for c in range(RULINGS):
            counters[c] = 0
        n = enabled(here, env, moves, cap)
        if n == OVERFLOW:
            return NARROW
        if n < 0:
            return fault(s, n, game, moves[0])
        end = stops(here, env, n, key & 0xFFFF, longest)
        if end < 0:
            return fault(s, end, game, -1)
        if end == CUT:
            break
        code = -1
        s[S_SOURCE] = -1
        if end == 0:
            code = choose(s, here, env, moves, n, weights, seed, game, counts, groups, people, several)
            if code < 0:
                return fault(s, code, game, -1)
            status = successor(here, after, env, code)
            if status <= REFUSED:
                return fault(s, status, game, code)
        for k in range(number):
            if outcomes[k] & PARTED != 0:
                continue
            hit = consulted(k, watched, watches, counters)
            if hit != 0:
                outcomes[k] |= CAME_UP
            if hit == 0 and flags[k] & ALWAYS == 0:
                continue
            other = at(others, k * stride)
            shown = same_step(here, env, after, other, flags[k], code, moves, n, theirs, cap, groups)
            if shown == CRAMPED:
                return NARROW
            if shown == BROKEN:
                outcomes[k] |= PARTED | FAULTED
            elif shown != AGREED:
                outcomes[k] |= PARTED
                fork(k, here, counts, sources, s[S_SOURCE], key, shown, forks, draws, places, codes)
        if end == 0:
            for c in range(CELLS):
                here[c] = after[c]
            key += 1 if code >= CHANCE_BASE else 0x10001
    status = conclude(here, env, end, results)
    if status < 0:
        return fault(s, status, game, -1)
    return finish(
        s, seed, game, longest, others, stride, number, groups, people, several, sources, moves, weights, cap,
        forks, draws, outcomes, places, results,
    )  # fmt: skip


@kernel
def finish(
    s: p_i64,
    seed: i64,
    game: i64,
    longest: i64,
    others: p_i64,
    stride: i64,
    number: i64,
    groups: p_i32,
    people: i64,
    several: i64,
    sources: i64,
    moves: p_i64,
    weights: p_i64,
    cap: i64,
    forks: p_i32,
    draws: p_i64,
    outcomes: p_i64,
    places: p_i64,
    results: p_i64,
) -> i64:
    """Play the games that have forked on, and hold their results against ours; DONE or NARROW."""
    width = RESULT + SCORES
    for k in range(number):
        mine = at(results, (k + 1) * width)
        for place in range(width):
            mine[place] = results[place]
        if results[0] == CUT:
            outcomes[k] |= STOPPED
        if outcomes[k] & PARTED == 0 or outcomes[k] & FAULTED != 0:
            continue
        done = play_on(
            s, at(others, k * stride), at(forks, k * CELLS), places[k] & 0xFFFF, seed, game, longest,
            at(draws, k * sources), groups, people, several, moves, weights, cap, mine, moves, 0,
        )  # fmt: skip
        if done == NARROW:
            return NARROW
        if done == FAULT:
            outcomes[k] |= FAULTED
            for place in range(width):
                mine[place] = results[place]
        elif mine[0] == CUT:
            outcomes[k] |= STOPPED
        elif results[0] != CUT:
            outcomes[k] |= unlike(results, mine)
    return DONE


@kernel
def unlike(ours: p_i64, theirs: p_i64) -> i64:
    """In what two results differ, as bits."""
    if ours[0] != theirs[0] or ours[1] != theirs[1]:
        return ENDING
    found = 0
    if ours[2] != theirs[2]:
        found = WINNER
    for player in range(SCORES):
        if ours[RESULT + player] != theirs[RESULT + player]:
            found |= SCORED
    return found


LUCK = (play_lucky, couple_game)
