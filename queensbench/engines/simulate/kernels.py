"""The loops of random play, in the kernel language.

Every game draws from a stream of its own, made from the seed and the number of the game, so that a game is
the same however games are shared out among threads and calls, and can be played again alone.
"""

from __future__ import annotations

from collections.abc import Callable

from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    kernel,
    mul,
    p_i32,
    p_i64,
    shr,
    stack_i32,
    stack_i64,
    umulh,
    wrap,
)
from queensbench.engines.runtime.kernels import (
    BLOCK,
    CELLS,
    CHANCE_BASE,
    CLAUSES,
    CUT,
    DEADLOCK,
    DONE,
    FAULT,
    JUDGES,
    OVER,
    PLAYERS,
    RULINGS,
    S_AT,
    SCORES,
    SILENCES,
    SILENT_CELL,
    SILENT_STATE,
    enabled,
    fault,
    note,
    note_extreme,
    qb_judges,
    qb_over,
    qb_score,
    qb_weight,
    start_state,
    successor,
    winners,
)
from queensbench.readers.native.layout import REFUSED

# Places in a thread's block of numbers, beside those of the explorer.
S_STEPS = BLOCK  # of the game that was played last
S_TOTAL = BLOCK + 1  # steps of all games
S_CHOICES = BLOCK + 2  # players' choices among them
S_OPTIONS = BLOCK + 3  # moves that the players chose among, summed over choices
S_WIDEST = BLOCK + 4  # the most moves of one choice
PLAY_BLOCK = BLOCK + 8

TALLY = 8  # a score's sum of low words, its extremes, its sum of high words: together they cannot overflow


@kernel
def mixed(x: i64) -> i64:
    """A permutation of the 64-bit numbers in which every bit depends on every other."""
    x = mul(x ^ shr(x, 30), 0xBF58476D1CE4E5B9)
    x = mul(x ^ shr(x, 27), 0x94D049BB133111EB)
    return x ^ shr(x, 31)


@kernel
def stream(seed: i64, game: i64) -> i64:
    """Where the random numbers of a game begin."""
    return mixed(mixed(wrap(seed + 0x632BE59BD9B4E019)) ^ mul(game + 1, 0xD1342543DE82EF95))


@kernel
def scaled(weights: p_i64, n: i64, upper: i64) -> i64:
    """Halve weights that come to ``upper * 2**32`` and more until they come to less than ``2**62``; their sum."""
    shift = 0
    while upper >= 1 << 30:
        upper >>= 1
        shift += 1
    total = 0
    for m in range(n):
        weights[m] = shr(weights[m], shift)
        total += weights[m]
    return total


@kernel
def drawn(cells: p_i32, env: p_i64, moves: p_i64, n: i64, random: i64, weights: p_i64) -> i64:
    """The code of one move: uniformly among actions, by weight among chance events; or a violation.

    The bias is below ``n / 2**64`` (the total weight instead of ``n`` among chance events, below ``n / 2**60`` where
    that is beyond ``2**62``).
    """
    if moves[0] < CHANCE_BASE:
        return moves[umulh(random, n)]
    if n == 1:
        return moves[0]
    upper = 0
    lower = 0
    for m in range(n):
        status = qb_weight(cells, env, moves[m], at(weights, m))
        if status < 0:
            return status
        upper += weights[m] >> 32
        lower += weights[m] & 0xFFFFFFFF
    upper += lower >> 32
    total = 0
    if upper >= 1 << 30:
        total = scaled(weights, n, upper)
    else:
        total = (upper << 32) + (lower & 0xFFFFFFFF)
    left = umulh(random, total)
    m = 0
    while m < n - 1 and left >= weights[m]:
        left -= weights[m]
        m += 1
    return moves[m]


@kernel
def judge(s: p_i64, cells: p_i32, env: p_i64, steps: i64, game: i64, verdicts: p_i64, failing: p_i64) -> i64:
    """Evaluate the judges in a state and count those that fail; a status."""
    if qb_judges(cells, env, verdicts) != 0:
        for j in range(JUDGES):
            if verdicts[j] < 0:
                return verdicts[j]
            if verdicts[j] == 0:
                note(failing, j, steps, game)
    return 0


@kernel
def play_game(
    s: p_i64,
    env: p_i64,
    cells: p_i32,
    build: i64,
    seed: i64,
    game: i64,
    longest: i64,
    check: i64,
    moves: p_i64,
    weights: p_i64,
    cap: i64,
    failing: p_i64,
    record: p_i64,
    recording: i64,
) -> i64:
    """Play one game, from ``cells`` or from the start of the rules, and leave its last state in ``cells``.

    Answers how it ended (``OVER``, ``SILENT_STATE``, ``DEADLOCK``, ``CUT``), or ``FAULT``.
    """
    spare = stack_i32(CELLS)
    verdicts = stack_i64(JUDGES + 1)
    s[S_STEPS] = 0
    status = start_state(cells, env, build)
    if status <= REFUSED:
        return fault(s, status, game, -1)
    here = cells
    after = spare
    random = stream(seed, game)
    steps = 0
    end = 0
    while end == 0:
        if check != 0:
            status = judge(s, here, env, steps, game, verdicts, failing)
            if status < 0:
                return fault(s, status, game, -1)
        if here[SILENT_CELL] != 0:
            end = SILENT_STATE
            break
        n = enabled(here, env, moves, cap)
        if n < 0:
            return fault(s, n, game, moves[0])
        if n == 0:
            over = qb_over(here, env)
            if over < 0:
                return fault(s, over, game, -1)
            end = OVER if over != 0 else DEADLOCK
            break
        if steps >= longest:
            end = CUT
            break
        random = wrap(random + 0x9E3779B97F4A7C15)
        code = drawn(here, env, moves, n, mixed(random), weights)
        if code < 0:
            return fault(s, code, game, -1)
        if code < CHANCE_BASE:
            s[S_CHOICES] += 1
            s[S_OPTIONS] += n
            s[S_WIDEST] = max(s[S_WIDEST], n)
        status = successor(here, after, env, code)
        if status <= REFUSED:
            return fault(s, status, game, code)
        if recording != 0:
            record[steps] = code
        steps += 1
        s[S_STEPS] = steps
        other = here
        here = after
        after = other
    s[S_TOTAL] += steps
    if steps & 1 != 0:
        for c in range(CELLS):
            cells[c] = spare[c]
    return end


@kernel
def play_games(
    s: p_i64,
    env: p_i64,
    start: p_i32,
    build: i64,
    seed: i64,
    end: i64,
    longest: i64,
    check: i64,
    moves: p_i64,
    weights: p_i64,
    cap: i64,
    notes: p_i64,
    failing: p_i64,
    scores: p_i64,
    lengths: p_i64,
    bins: i64,
    counters: p_i64,
    before: p_i64,
    games: p_i64,
) -> i64:
    """Play games ``s[S_AT]`` to ``end`` and sum up.

    ``notes``: deadlocks, silences, sets of winners, games cut off.  ``lengths``: games by steps, the last of
    the ``bins`` for all longer ones.  ``counters`` lie in the environment, clauses then rulings; ``games``
    gets the games in which each of them rose.
    """
    cells = stack_i32(CELLS)
    value = stack_i64(1)
    for game in range(s[S_AT], end):
        s[S_AT] = game
        if build == 0:
            for c in range(CELLS):
                cells[c] = start[c]
        for c in range(CLAUSES + RULINGS):
            before[c] = counters[c]
        what = play_game(
            s, env, cells, build, seed, game, longest, check, moves, weights, cap, failing, before, 0
        )
        if what == FAULT:
            return FAULT
        steps = s[S_STEPS]
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
            for player in range(SCORES):
                status = qb_score(cells, env, player, value)
                if status < 0:
                    return fault(s, status, game, -1)
                mine = at(scores, player * TALLY)
                mine[0] += value[0] & 0xFFFFFFFF
                note_extreme(at(mine, 1), value[0], steps, game)
                note_extreme(at(mine, 4), -value[0], steps, game)
                mine[7] += value[0] >> 32
        lengths[min(steps, bins - 1)] += 1
        for c in range(CLAUSES + RULINGS):
            if counters[c] != before[c]:
                games[c] += 1
    s[S_AT] = end
    return DONE


PLAYER: tuple[Callable[..., int], ...] = (play_game, play_games)
