"""The loop that plays a game under several readings with the same random numbers, in the kernel language.

A game is played under one reading (*ours*).  Another reading stands for the same game as long as all its steps are
the same, and a step is compared only if it consults a ruling in which the two differ.  Where the steps differ, the
game forks: from there it is played on under the other reading, with the random numbers of
:mod:`queensbench.engines.coupled.random_streams`.
"""

from __future__ import annotations

from typing import NamedTuple

from queensbench.engines.compare.state_kernels import (
    ALWAYS,
    CLASSES,
    DECIDED,
    JUDGED,
    LAST,
    WEIGHED,
    OtherReadings,
    consulted,
    judged_apart,
    weighed_apart,
)
from queensbench.engines.coupled.random_streams import (
    RESULT,
    S_SOURCE,
    S_STEPS,
    LuckyGame,
    Sources,
    choose,
    conclude,
    play_lucky,
    play_on,
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
    Workspace,
    enabled,
    fault,
    start_state,
    successor,
)
from queensbench.engines.simulate.kernels import PlayRecord, stops
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
LENGTH = 128  # it took another number of steps


class GameStep(NamedTuple):
    """A step: ``code``, one of the ``n`` moves of a state, and its successor.  With no moves the game ends ``here``."""

    here: p_i32
    after: p_i32
    code: i64
    n: i64


class Forks(NamedTuple):
    """For each other reading, the place where its game goes on, and its outcome.

    ``cells``, ``draws``: the state, and the draws so far by source.  ``outcomes``: bits.  ``places``: the first
    difference from our game (choices << 16 | steps, -1: none); ``codes``: the move that shows it.
    """

    cells: p_i32
    draws: p_i64
    outcomes: p_i64
    places: p_i64
    codes: p_i64


class CoupledRoom(NamedTuple):
    """Room for the draws so far, by source, and for moves under another reading."""

    counts: p_i64
    theirs: p_i64


@kernel
def same_step(work: Workspace, step: GameStep, other: p_i64, flags: i64, theirs: p_i64, groups: p_i32) -> i64:
    """Compare a step with that under another reading: AGREED, or the move that shows a difference (-1: the state does).

    CRAMPED: the moves do not fit; BROKEN: the rules break under the other reading.
    ``theirs``: room for as many moves as the workspace has.
    """
    there = stack_i32(CELLS)
    report = stack_i64(CLASSES + 1)
    if flags & JUDGED != 0:
        apart = judged_apart(step.here, work.env, step.here, other)
        if apart < 0:
            return BROKEN
        if apart != 0:
            return -1
    m = enabled(step.here, other, theirs, work.cap)
    if m == OVERFLOW:
        return CRAMPED
    if m < 0:
        return BROKEN
    for i in range(min(step.n, m)):
        if work.moves[i] != theirs[i]:
            return min(work.moves[i], theirs[i])
    if step.n > m:
        return work.moves[m]
    if m > step.n:
        return theirs[step.n]
    if step.n == 0:
        return AGREED
    if flags & DECIDED != 0 and work.moves[0] < CHANCE_BASE:
        last = -1
        mine = stack_i64(1)
        yours = stack_i64(1)
        for i in range(step.n):
            if groups[work.moves[i]] != last:
                last = groups[work.moves[i]]
                one = qb_decider(step.here, work.env, work.moves[i], mine)
                two = qb_decider(step.here, other, work.moves[i], yours)
                if one < 0 or two < 0:
                    return BROKEN
                if mine[0] != yours[0]:
                    return work.moves[i]
    if flags & WEIGHED != 0 and work.moves[0] >= CHANCE_BASE:
        shown = weighed_apart(step.here, work.env, other, work.moves, step.n, report)
        if shown == LAST:
            return BROKEN
        if shown >= 0:
            return shown
    status = successor(step.here, there, other, step.code)
    if status <= REFUSED:
        return BROKEN
    for c in range(CELLS):
        if there[c] != step.after[c]:
            return step.code
    return AGREED


@kernel
def fork(
    k: i64, cells: p_i32, counts: p_i64, sources: i64, drawn_from: i64, key: i64, shown: i64, forks: Forks
) -> i64:
    """Note that the game under reading ``k`` goes on from here: before the draw from ``drawn_from`` (-1: no draw)."""
    mine = at(forks.cells, k * CELLS)
    for c in range(CELLS):
        mine[c] = cells[c]
    ours = at(forks.draws, k * sources)
    for source in range(sources):
        ours[source] = counts[source]
    if drawn_from >= 0:
        ours[drawn_from] -= 1
    forks.places[k] = key
    forks.codes[k] = shown
    return 0


@kernel
def begin(
    work: Workspace, cells: p_i32, others: OtherReadings, counts: p_i64, sources: i64, forks: Forks
) -> i64:
    """Make the start under our reading, and under each other one that differs in a ruling read there; a status."""
    there = stack_i32(CELLS)
    counters = at(work.env, others.consults)
    for c in range(RULINGS):
        counters[c] = 0
    for source in range(sources):
        counts[source] = 0
    status = start_state(cells, work.env, 1)
    if status <= REFUSED:
        return status
    for k in range(others.number):
        forks.outcomes[k] = 0
        forks.places[k] = -1
        forks.codes[k] = -1
        if consulted(k, others, counters) != 0:
            forks.outcomes[k] = CAME_UP
            made = start_state(there, at(others.envs, k * others.stride), 1)
            apart = 0
            for c in range(CELLS):
                if there[c] != cells[c]:
                    apart = 1
            if made <= REFUSED:
                forks.outcomes[k] = CAME_UP | PARTED | FAULTED
            elif apart != 0:
                forks.outcomes[k] = CAME_UP | PARTED
                fork(k, there, counts, sources, -1, 0, -1, forks)
    return status


@kernel
def couple_game(
    work: Workspace,
    game: LuckyGame,
    others: OtherReadings,
    sources: Sources,
    room: CoupledRoom,
    forks: Forks,
    results: p_i64,
) -> i64:
    """Play a game under our reading, and under each other one from the first difference on.

    ``results`` gets our result, then that of each other reading.
    """
    here = stack_i32(CELLS)
    after = stack_i32(CELLS)
    counters = at(work.env, others.consults)
    status = begin(work, here, others, room.counts, sources.number, forks)
    if status <= REFUSED:
        return fault(work.block, status, game.number, -1)
    key = 0
    end = 0
    while end == 0:
        if here[SILENT_CELL] != 0:
            end = SILENT_STATE
            break
        for c in range(RULINGS):
            counters[c] = 0
        n = enabled(here, work.env, work.moves, work.cap)
        if n == OVERFLOW:
            return NARROW
        if n < 0:
            return fault(work.block, n, game.number, work.moves[0])
        end = stops(here, work.env, n, key & 0xFFFF, game.longest)
        if end < 0:
            return fault(work.block, end, game.number, -1)
        if end == CUT:
            break
        code = -1
        work.block[S_SOURCE] = -1
        if end == 0:
            code = choose(work, here, n, game, room.counts, sources)
            if code < 0:
                return fault(work.block, code, game.number, -1)
            status = successor(here, after, work.env, code)
            if status <= REFUSED:
                return fault(work.block, status, game.number, code)
        taken = GameStep(here, after, code, n)
        for k in range(others.number):
            if forks.outcomes[k] & PARTED != 0:
                continue
            hit = consulted(k, others, counters)
            if hit != 0:
                forks.outcomes[k] |= CAME_UP
            if hit == 0 and others.flags[k] & ALWAYS == 0:
                continue
            other = at(others.envs, k * others.stride)
            shown = same_step(work, taken, other, others.flags[k], room.theirs, sources.groups)
            if shown == CRAMPED:
                return NARROW
            if shown == BROKEN:
                forks.outcomes[k] |= PARTED | FAULTED
            elif shown != AGREED:
                forks.outcomes[k] |= PARTED
                fork(k, here, room.counts, sources.number, work.block[S_SOURCE], key, shown, forks)
        if end == 0:
            for c in range(CELLS):
                here[c] = after[c]
            key += 1 if code >= CHANCE_BASE else 0x10001
    status = conclude(here, work.env, end, results)
    if status < 0:
        return fault(work.block, status, game.number, -1)
    return finish(work, game, others, sources, forks, results, key & 0xFFFF)


@kernel
def finish(
    work: Workspace,
    game: LuckyGame,
    others: OtherReadings,
    sources: Sources,
    forks: Forks,
    results: p_i64,
    steps: i64,
) -> i64:
    """Play the forked games to their ends, and compare their results with ours, of so many steps; DONE or NARROW."""
    width = RESULT + SCORES
    for k in range(others.number):
        mine = at(results, (k + 1) * width)
        for place in range(width):
            mine[place] = results[place]
        if results[0] == CUT:
            forks.outcomes[k] |= STOPPED
        if forks.outcomes[k] & PARTED == 0 or forks.outcomes[k] & FAULTED != 0:
            continue
        theirs = Workspace(work.block, at(others.envs, k * others.stride), work.moves, work.cap)
        done = play_on(
            theirs,
            at(forks.cells, k * CELLS),
            forks.places[k] & 0xFFFF,
            game,
            at(forks.draws, k * sources.number),
            sources,
            mine,
            PlayRecord(work.moves, 0),
        )
        if done == NARROW:
            return NARROW
        if done == FAULT:
            forks.outcomes[k] |= FAULTED
            for place in range(width):
                mine[place] = results[place]
        elif mine[0] == CUT:
            forks.outcomes[k] |= STOPPED
        elif results[0] != CUT:
            forks.outcomes[k] |= unlike(results, mine)
            if work.block[S_STEPS] != steps:
                forks.outcomes[k] |= LENGTH
    return DONE


@kernel
def unlike(ours: p_i64, theirs: p_i64) -> i64:
    """The differences between two results, as bits."""
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
