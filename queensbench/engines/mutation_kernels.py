"""The loop by which games are played for :mod:`queensbench.engines.mutation_play`, in the kernel language.

It plays as :mod:`queensbench.engines.play_kernels` does, by the same luck, and sums up each game in a *digest*: the
states that it passes, the moves that are possible in each, who chooses, the weights of chance, who wins and the
scores.  Two rules under which a game has the same digest have played it alike (but for digests that are the same by
chance, once in 2**64).
"""

from __future__ import annotations

from collections.abc import Callable

from queensbench.engines.graphs_kernels import qb_decider
from queensbench.engines.kernels import (
    BLOCK,
    CELLS,
    CHANCE_BASE,
    CUT,
    DEADLOCK,
    DONE,
    FAULT,
    JUDGES,
    OVER,
    PLAYERS,
    S_AT,
    SCORES,
    SILENCES,
    SILENT_CELL,
    SILENT_STATE,
    enabled,
    fault,
    note,
    qb_over,
    qb_score,
    qb_weight,
    start_state,
    successor,
    winners,
)
from queensbench.engines.play_kernels import S_STEPS, S_TOTAL, drawn, judge, mixed, stream
from queensbench.readers.kernel import i64, kernel, mul, p_i32, p_i64, shr, stack_i32, stack_i64, wrap
from queensbench.readers.native_layout import REFUSED

S_LONGEST = BLOCK + 5  # the steps of the longest game so far


@kernel
def taken_in(digest: i64, value: i64) -> i64:
    """A digest after another number."""
    h = mul(digest ^ value, 0x9E3779B97F4A7C15)
    return h ^ shr(h, 32)


@kernel
def told_game(
    s: p_i64,
    env: p_i64,
    cells: p_i32,
    seed: i64,
    game: i64,
    longest: i64,
    moves: p_i64,
    weights: p_i64,
    cap: i64,
    failing: p_i64,
    told: p_i64,
) -> i64:
    """Play one game from the start; its digest in ``told[0]``.  Answers how it ended, or ``FAULT``."""
    after = stack_i32(CELLS)
    verdicts = stack_i64(JUDGES + 1)
    value = stack_i64(1)
    s[S_STEPS] = 0
    digest = 0
    status = start_state(cells, env, 1)
    if status <= REFUSED:
        return fault(s, status, game, -1)
    random = stream(seed, game)
    steps = 0
    end = 0
    while end == 0:
        status = judge(s, cells, env, steps, game, verdicts, failing)
        if status < 0:
            return fault(s, status, game, -1)
        for c in range(CELLS):
            digest = taken_in(digest, cells[c])
        if cells[SILENT_CELL] != 0:
            end = SILENT_STATE
            break
        n = enabled(cells, env, moves, cap)
        if n < 0:
            return fault(s, n, game, moves[0])
        if n == 0:
            over = qb_over(cells, env)
            if over < 0:
                return fault(s, over, game, -1)
            end = OVER if over != 0 else DEADLOCK
            break
        if steps >= longest:
            end = CUT
            break
        for m in range(n):
            digest = taken_in(digest, moves[m])
            if moves[m] < CHANCE_BASE:
                status = qb_decider(cells, env, moves[m], value)
            else:
                status = qb_weight(cells, env, moves[m], value)
            if status < 0:
                return fault(s, status, game, moves[m])
            digest = taken_in(digest, value[0])
        random = wrap(random + 0x9E3779B97F4A7C15)
        code = drawn(cells, env, moves, n, mixed(random), weights)
        if code < 0:
            return fault(s, code, game, -1)
        status = successor(cells, after, env, code)
        if status <= REFUSED:
            return fault(s, status, game, code)
        steps += 1
        s[S_STEPS] = steps
        for c in range(CELLS):
            cells[c] = after[c]
    s[S_TOTAL] += steps
    s[S_LONGEST] = max(s[S_LONGEST], steps)
    told[0] = taken_in(digest, end)
    return end


@kernel
def told_games(
    s: p_i64,
    env: p_i64,
    seed: i64,
    end: i64,
    longest: i64,
    moves: p_i64,
    weights: p_i64,
    cap: i64,
    notes: p_i64,
    failing: p_i64,
    digests: p_i64,
) -> i64:
    """Play games ``s[S_AT]`` to ``end``; ``digests`` has a place for each game, from 0.

    ``notes``: deadlocks, silences, sets of winners, games cut off.  ``failing``: per judge, as in random play.
    """
    cells = stack_i32(CELLS)
    told = stack_i64(1)
    for game in range(s[S_AT], end):
        s[S_AT] = game
        what = told_game(s, env, cells, seed, game, longest, moves, weights, cap, failing, told)
        if what == FAULT:
            return FAULT
        steps = s[S_STEPS]
        digest = told[0]
        if what == DEADLOCK:
            note(notes, 0, steps, game)
        elif what == SILENT_STATE:
            note(notes, cells[SILENT_CELL], steps, game)
        elif what == CUT:
            note(notes, 1 + SILENCES + (1 << PLAYERS), steps, game)
        else:
            who = winners(cells, env)
            if who < 0:
                return fault(s, who, game, -1)
            note(notes, 1 + SILENCES + who, steps, game)
            digest = taken_in(digest, who)
            for player in range(SCORES):
                status = qb_score(cells, env, player, told)
                if status < 0:
                    return fault(s, status, game, -1)
                digest = taken_in(digest, told[0])
        digests[game] = digest
    s[S_AT] = end
    return DONE


TELLER: tuple[Callable[..., int], ...] = (told_game, told_games)
