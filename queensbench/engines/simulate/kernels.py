"""The loops of random play, in the kernel language.

Every game draws from a stream of its own, made from the seed and the number of the game, so that a game is
the same however games are shared out among threads and calls, and can be played again alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    inlined,
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
    RULINGS,
    S_AT,
    SCORES,
    SILENT_CELL,
    SILENT_STATE,
    Workspace,
    enabled,
    fault,
    note,
    note_extreme,
    note_result,
    qb_changed,
    qb_judges,
    qb_over,
    qb_rejudges,
    qb_score,
    qb_weight,
    start_state,
    successor,
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
    """A permutation of the 64-bit numbers in which every bit depends on every other.

    The last step of SplitMix64 (Steele, Lea and Flood, 2014).
    """
    x = mul(x ^ shr(x, 30), 0xBF58476D1CE4E5B9)
    x = mul(x ^ shr(x, 27), 0x94D049BB133111EB)
    return x ^ shr(x, 31)


@kernel
def stream(seed: i64, game: i64) -> i64:
    """The first state of a game's random number generator."""
    return mixed(mixed(wrap(seed + 0x632BE59BD9B4E019)) ^ mul(game + 1, 0xD1342543DE82EF95))


@kernel
def scaled(weights: p_i64, n: i64, upper: i64) -> i64:
    """Halve weights whose sum is ``upper * 2**32`` or more until it is less than ``2**62``; their sum."""
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
        return failures(verdicts, steps, game, failing)
    return 0


@kernel
def failures(verdicts: p_i64, steps: i64, game: i64, failing: p_i64) -> i64:
    """Count the judges that fail in a state; a status."""
    for j in range(JUDGES):
        if verdicts[j] < 0:
            return verdicts[j]
        if verdicts[j] == 0:
            note(failing, j, steps, game)
    return 0


class GameRules(NamedTuple):
    """The settings of random games: ``seed``, and the ``longest`` game in steps, where others are cut off.

    ``build``: whether the start state is built or given.  ``check``: whether judges are evaluated in the states of a
    game.
    """

    build: i64
    seed: i64
    longest: i64
    check: i64


class PlayRecord(NamedTuple):
    """Room for the codes of a game's first ``room`` moves."""

    codes: p_i64
    room: i64


class GameSums(NamedTuple):
    """Sums over games.

    ``notes``: deadlocks, silences, sets of winners, games cut off.  ``lengths``: games by steps, the last of the
    ``bins`` for all longer ones.  ``points``: by player and column the ended games with such a score; a column has
    ``2**shift`` scores, the first one from ``least`` on.
    """

    notes: p_i64
    failing: p_i64
    scores: p_i64
    lengths: p_i64
    bins: i64
    points: p_i64
    columns: i64
    least: i64
    shift: i64


class Counters(NamedTuple):
    """The counters of an environment, for clauses, then rulings.

    ``before``: room for their values before a game.  ``games``: in how many games each has risen.
    """

    counts: p_i64
    before: p_i64
    games: p_i64


@inlined
def stops(cells: p_i32, env: p_i64, n: i64, steps: i64, longest: i64) -> i64:
    """How a game ends in a state with ``n`` moves; 0 if it goes on, below 0 a violation."""
    if n == 0:
        over = qb_over(cells, env)
        if over < 0:
            return over
        return OVER if over != 0 else DEADLOCK
    return CUT if steps >= longest else 0


@kernel
def play_game(
    work: Workspace,
    weights: p_i64,
    cells: p_i32,
    rules: GameRules,
    game: i64,
    failing: p_i64,
    record: PlayRecord,
) -> i64:
    """Play one game, from ``cells`` or from the start of the rules, and leave its last state in ``cells``.

    Returns the way it ended (``OVER``, ``SILENT_STATE``, ``DEADLOCK``, ``CUT``), or ``FAULT``.
    """
    spare = stack_i32(CELLS)
    verdicts = stack_i64(JUDGES + 1)
    work.block[S_STEPS] = 0
    status = start_state(cells, work.env, rules.build)
    if status <= REFUSED:
        return fault(work.block, status, game, -1)
    here = cells
    after = spare
    random = stream(rules.seed, game)
    steps = 0
    against = 0
    end = 0
    while end == 0:
        if rules.check != 0:
            # A judge says the same again where no cell that it reads has changed.
            if steps == 0:
                against = qb_judges(here, work.env, verdicts)
            else:
                against = qb_rejudges(here, work.env, verdicts, qb_changed(after, here), against)
            if against != 0:
                status = failures(verdicts, steps, game, failing)
                if status < 0:
                    return fault(work.block, status, game, -1)
        if here[SILENT_CELL] != 0:
            end = SILENT_STATE
            break
        n = enabled(here, work.env, work.moves, work.cap)
        if n < 0:
            return fault(work.block, n, game, work.moves[0])
        end = stops(here, work.env, n, steps, rules.longest)
        if end < 0:
            return fault(work.block, end, game, -1)
        if end != 0:
            break
        random = wrap(random + 0x9E3779B97F4A7C15)
        code = drawn(here, work.env, work.moves, n, mixed(random), weights)
        if code < 0:
            return fault(work.block, code, game, -1)
        if code < CHANCE_BASE:
            work.block[S_CHOICES] += 1
            work.block[S_OPTIONS] += n
            work.block[S_WIDEST] = max(work.block[S_WIDEST], n)
        status = successor(here, after, work.env, code)
        if status <= REFUSED:
            return fault(work.block, status, game, code)
        if steps < record.room:
            record.codes[steps] = code
        steps += 1
        work.block[S_STEPS] = steps
        other = here
        here = after
        after = other
    work.block[S_TOTAL] += steps
    if steps & 1 != 0:
        for c in range(CELLS):
            cells[c] = spare[c]
    return end


@kernel
def play_games(
    work: Workspace,
    weights: p_i64,
    start: p_i32,
    rules: GameRules,
    end: i64,
    sums: GameSums,
    counters: Counters,
) -> i64:
    """Play games ``block[S_AT]`` to ``end`` and sum up."""
    cells = stack_i32(CELLS)
    value = stack_i64(1)
    for game in range(work.block[S_AT], end):
        work.block[S_AT] = game
        if rules.build == 0:
            for c in range(CELLS):
                cells[c] = start[c]
        for c in range(CLAUSES + RULINGS):
            counters.before[c] = counters.counts[c]
        what = play_game(work, weights, cells, rules, game, sums.failing, PlayRecord(counters.before, 0))
        if what == FAULT:
            return FAULT
        steps = work.block[S_STEPS]
        who = note_result(cells, work.env, what, sums.notes, steps, game)
        if who < 0:
            return fault(work.block, who, game, -1)
        if what == OVER:
            for player in range(SCORES):
                status = qb_score(cells, work.env, player, value)
                if status < 0:
                    return fault(work.block, status, game, -1)
                mine = at(sums.scores, player * TALLY)
                mine[0] += value[0] & 0xFFFFFFFF
                note_extreme(at(mine, 1), value[0], steps, game)
                note_extreme(at(mine, 4), -value[0], steps, game)
                mine[7] += value[0] >> 32
                column = min(max((value[0] - sums.least) >> sums.shift, 0), sums.columns - 1)
                sums.points[player * sums.columns + column] += 1
        sums.lengths[min(steps, sums.bins - 1)] += 1
        for c in range(CLAUSES + RULINGS):
            if counters.counts[c] != counters.before[c]:
                counters.games[c] += 1
    work.block[S_AT] = end
    return DONE


PLAYER: tuple[Callable[..., int], ...] = (play_game, play_games)
