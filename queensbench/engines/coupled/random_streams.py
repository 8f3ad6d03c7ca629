"""A game whose random numbers belong to their sources, in the kernel language.

A random number belongs to a *source* and a count: the k-th draw of a chance rule, the k-th choice of a player.  It
depends on the seed, the number of the game, the source and the count alone, so that games under different readings
have it in common (common random numbers; Kahn and Marshall, 1953).
"""

from __future__ import annotations

from typing import NamedTuple

from queensbench.engines.graphs.kernels import qb_decider
from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    kernel,
    mul,
    p_i32,
    p_i64,
    stack_i32,
    stack_i64,
    wrap,
)
from queensbench.engines.runtime.kernels import (
    BLOCK,
    CELLS,
    CHANCE_BASE,
    DONE,
    NARROW,
    OVER,
    SCORES,
    SILENT_CELL,
    SILENT_STATE,
    Workspace,
    enabled,
    fault,
    qb_score,
    start_state,
    successor,
    winners,
)
from queensbench.engines.simulate.kernels import PlayRecord, drawn, mixed, stops, stream
from queensbench.readers.native.layout import OVERFLOW, REFUSED

S_STEPS = BLOCK  # of the game that was played last
S_SOURCE = BLOCK + 1  # of its last draw
LUCK_BLOCK = BLOCK + 4

RESULT = 3  # how a game ended, its silence, its winners as bits; then its scores


@kernel
def luck(seed: i64, game: i64, source: i64, count: i64) -> i64:
    """The random number of a source's draw number ``count`` (from 0) in a game."""
    own = mixed(stream(seed, game) ^ mul(source + 1, 0x9E3779B97F4A7C15))
    return mixed(wrap(own + mul(count + 1, 0xD1342543DE82EF95)))


class LuckyGame(NamedTuple):
    """A game by its seed and number; it is cut off after so many steps."""

    seed: i64
    number: i64
    longest: i64


class Sources(NamedTuple):
    """The sources of random numbers, ``number`` of them: chance rules, players, and choices of several players.

    A chance rule has the number of its transition, which ``groups`` gives for each move; a player has ``people`` + raw
    player; ``several`` stands for all choices of several players.  ``weights``: room for the weights of moves.
    """

    groups: p_i32
    people: i64
    several: i64
    number: i64
    weights: p_i64


@kernel
def source_of(cells: p_i32, work: Workspace, n: i64, sources: Sources) -> i64:
    """The source of the draw in a state with ``n`` moves; a violation is below 0.

    Chance events of several rules that are possible at once are drawn by the first of them.
    """
    last = sources.groups[work.moves[0]]
    if work.moves[0] >= CHANCE_BASE:
        return last
    player = stack_i64(1)
    other = stack_i64(1)
    status = qb_decider(cells, work.env, work.moves[0], player)
    if status < 0:
        return status
    for m in range(1, n):
        if sources.groups[work.moves[m]] != last:
            last = sources.groups[work.moves[m]]
            status = qb_decider(cells, work.env, work.moves[m], other)
            if status < 0:
                return status
            if other[0] != player[0]:
                return sources.several
    return sources.people + player[0]


@kernel
def choose(work: Workspace, cells: p_i32, n: i64, game: LuckyGame, counts: p_i64, sources: Sources) -> i64:
    """Draw one of the moves of a state; its code, or a violation.  ``counts``: by source, the draws so far."""
    source = source_of(cells, work, n, sources)
    if source < 0:
        return source
    work.block[S_SOURCE] = source
    counts[source] += 1
    random = luck(game.seed, game.number, source, counts[source] - 1)
    return drawn(cells, work.env, work.moves, n, random, sources.weights)


@kernel
def conclude(cells: p_i32, env: p_i64, what: i64, result: p_i64) -> i64:
    """Write the result of a game that ended; a status, which is a violation below 0."""
    for place in range(RESULT + SCORES):
        result[place] = 0
    result[0] = what
    if what == SILENT_STATE:
        result[1] = cells[SILENT_CELL]
    if what == OVER:
        who = winners(cells, env)
        if who < 0:
            return who
        result[2] = who
        for player in range(SCORES):
            status = qb_score(cells, env, player, at(result, RESULT + player))
            if status < 0:
                return status
    return 0


@kernel
def play_on(
    work: Workspace,
    cells: p_i32,
    steps: i64,
    game: LuckyGame,
    counts: p_i64,
    sources: Sources,
    result: p_i64,
    record: PlayRecord,
) -> i64:
    """Play a game on from a settled state that ``steps`` led to; DONE with its result, FAULT or NARROW."""
    after = stack_i32(CELLS)
    end = 0
    while end == 0:
        n = 0
        if cells[SILENT_CELL] != 0:
            end = SILENT_STATE
        else:
            n = enabled(cells, work.env, work.moves, work.cap)
            if n == OVERFLOW:
                return NARROW
            if n < 0:
                return fault(work.block, n, game.number, work.moves[0])
            end = stops(cells, work.env, n, steps, game.longest)
            if end < 0:
                return fault(work.block, end, game.number, -1)
        if end == 0:
            code = choose(work, cells, n, game, counts, sources)
            if code < 0:
                return fault(work.block, code, game.number, -1)
            status = successor(cells, after, work.env, code)
            if status <= REFUSED:
                return fault(work.block, status, game.number, code)
            for c in range(CELLS):
                cells[c] = after[c]
            if steps < record.room:
                record.codes[steps] = code
            steps += 1
    work.block[S_STEPS] = steps
    status = conclude(cells, work.env, end, result)
    if status < 0:
        return fault(work.block, status, game.number, -1)
    return DONE


@kernel
def play_lucky(
    work: Workspace, game: LuckyGame, counts: p_i64, sources: Sources, result: p_i64, record: PlayRecord
) -> i64:
    """Play one game from the start and record its codes; DONE, FAULT or NARROW."""
    cells = stack_i32(CELLS)
    work.block[S_STEPS] = 0
    for source in range(sources.number):
        counts[source] = 0
    status = start_state(cells, work.env, 1)
    if status <= REFUSED:
        return fault(work.block, status, game.number, -1)
    return play_on(work, cells, 0, game, counts, sources, result, record)
