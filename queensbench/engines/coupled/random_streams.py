"""A game whose random numbers belong to their sources, in the kernel language.

A random number belongs to a *source* and a count: the k-th draw of a chance rule, the k-th choice of a player.  It
is made of the seed, the number of the game, the source and the count alone, so that two games that differ have it in
common.
"""

from __future__ import annotations

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
    CUT,
    DEADLOCK,
    DONE,
    NARROW,
    OVER,
    SCORES,
    SILENT_CELL,
    SILENT_STATE,
    enabled,
    fault,
    qb_over,
    qb_score,
    start_state,
    successor,
    winners,
)
from queensbench.engines.simulate.kernels import drawn, mixed, stream
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


@kernel
def source_of(
    cells: p_i32, env: p_i64, moves: p_i64, n: i64, groups: p_i32, people: i64, several: i64
) -> i64:
    """Whose the draw in a state is: the chance rule's, a player's (``people`` + raw player) or ``several``.

    ``groups`` gives the transition of each move.  Chance events of several rules that are possible at once are
    drawn by the first of them.  A violation is below 0.
    """
    last = groups[moves[0]]
    if moves[0] >= CHANCE_BASE:
        return last
    player = stack_i64(1)
    other = stack_i64(1)
    status = qb_decider(cells, env, moves[0], player)
    if status < 0:
        return status
    for m in range(1, n):
        if groups[moves[m]] != last:
            last = groups[moves[m]]
            status = qb_decider(cells, env, moves[m], other)
            if status < 0:
                return status
            if other[0] != player[0]:
                return several
    return people + player[0]


@kernel
def choose(
    s: p_i64,
    cells: p_i32,
    env: p_i64,
    moves: p_i64,
    n: i64,
    weights: p_i64,
    seed: i64,
    game: i64,
    counts: p_i64,
    groups: p_i32,
    people: i64,
    several: i64,
) -> i64:
    """Draw one of the moves of a state; its code, or a violation.  ``counts``: by source, the draws so far."""
    source = source_of(cells, env, moves, n, groups, people, several)
    if source < 0:
        return source
    s[S_SOURCE] = source
    counts[source] += 1
    return drawn(cells, env, moves, n, luck(seed, game, source, counts[source] - 1), weights)


@kernel
def conclude(cells: p_i32, env: p_i64, what: i64, result: p_i64) -> i64:
    """Note how a game ended: its result; below 0 a violation."""
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
def stops(cells: p_i32, env: p_i64, n: i64, steps: i64, longest: i64) -> i64:
    """How a game ends in a state with ``n`` moves; 0 if it goes on, below 0 a violation."""
    if n == 0:
        over = qb_over(cells, env)
        if over < 0:
            return over
        return OVER if over != 0 else DEADLOCK
    return CUT if steps >= longest else 0


@kernel
def play_on(
    s: p_i64,
    env: p_i64,
    cells: p_i32,
    steps: i64,
    seed: i64,
    game: i64,
    longest: i64,
    counts: p_i64,
    groups: p_i32,
    people: i64,
    several: i64,
    moves: p_i64,
    weights: p_i64,
    cap: i64,
    result: p_i64,
    record: p_i64,
    recording: i64,
) -> i64:
    """Play a game on from a settled state that ``steps`` led to; DONE with its result, FAULT or NARROW.

    With ``recording`` the codes go to ``record``, beginning at ``steps``.
    """
    after = stack_i32(CELLS)
    end = 0
    while end == 0:
        n = 0
        if cells[SILENT_CELL] != 0:
            end = SILENT_STATE
        else:
            n = enabled(cells, env, moves, cap)
            if n == OVERFLOW:
                return NARROW
            if n < 0:
                return fault(s, n, game, moves[0])
            end = stops(cells, env, n, steps, longest)
            if end < 0:
                return fault(s, end, game, -1)
        if end == 0:
            code = choose(s, cells, env, moves, n, weights, seed, game, counts, groups, people, several)
            if code < 0:
                return fault(s, code, game, -1)
            status = successor(cells, after, env, code)
            if status <= REFUSED:
                return fault(s, status, game, code)
            for c in range(CELLS):
                cells[c] = after[c]
            if recording != 0:
                record[steps] = code
            steps += 1
    s[S_STEPS] = steps
    status = conclude(cells, env, end, result)
    if status < 0:
        return fault(s, status, game, -1)
    return DONE


@kernel
def play_lucky(
    s: p_i64,
    env: p_i64,
    seed: i64,
    game: i64,
    longest: i64,
    counts: p_i64,
    sources: i64,
    groups: p_i32,
    people: i64,
    several: i64,
    moves: p_i64,
    weights: p_i64,
    cap: i64,
    result: p_i64,
    record: p_i64,
) -> i64:
    """Play one game from the start and record its codes; DONE, FAULT or NARROW."""
    cells = stack_i32(CELLS)
    s[S_STEPS] = 0
    for source in range(sources):
        counts[source] = 0
    status = start_state(cells, env, 1)
    if status <= REFUSED:
        return fault(s, status, game, -1)
    return play_on(
        s, env, cells, 0, seed, game, longest, counts, groups, people, several, moves, weights, cap,
        result, record, 1,
    )  # fmt: skip
