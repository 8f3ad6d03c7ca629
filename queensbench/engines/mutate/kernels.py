"""The loop by which games are played for :mod:`queensbench.engines.mutate.sampled`, in the kernel language.

It plays as :mod:`queensbench.engines.simulate.kernels` does, with the same random numbers, and sums up each game in a
*digest*: the states that it passes, the moves that are possible in each, who chooses, the weights of chance, who wins
and the scores.  Two rules under which a game has the same digest have played it alike (but for digests that are the
same by chance, once in 2**64).  States have digests likewise: where those of all states of a graph are the same, the
graph is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from queensbench.engines.explore.kernels import ShardStates
from queensbench.engines.graphs.kernels import qb_decider
from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    inlined,
    kernel,
    mul,
    p_i32,
    p_i64,
    p_u8,
    p_u32,
    shr,
    stack_i32,
    stack_i64,
    wrap,
)
from queensbench.engines.runtime.kernels import (
    BLOCK,
    CELLS,
    CHANCE_BASE,
    DONE,
    FAULT,
    JUDGES,
    MARKED,
    NARROW,
    NOTE,
    ONWARDS,
    OVER,
    S_AT,
    SCORES,
    SILENT_CELL,
    SILENT_STATE,
    WORDS,
    Workspace,
    enabled,
    fault,
    note_result,
    qb_changed,
    qb_judges,
    qb_moves,
    qb_over,
    qb_pack,
    qb_rejudges,
    qb_score,
    qb_unpack,
    qb_weight,
    start_state,
    successor,
    winners,
)
from queensbench.engines.simulate.kernels import (
    S_STEPS,
    S_TOTAL,
    GameRules,
    drawn,
    failures,
    mixed,
    stops,
    stream,
)
from queensbench.readers.native.layout import OVERFLOW, REFUSED

S_LONGEST = BLOCK + 5  # the steps of the longest game so far
S_DIGEST = BLOCK + 6  # of the game that was played last


@kernel
def taken_in(digest: i64, value: i64) -> i64:
    """The digest that takes in one more number."""
    h = mul(digest ^ value, 0x9E3779B97F4A7C15)
    return h ^ shr(h, 32)


class Trail(NamedTuple):
    """Room for the first states of a game, each with the digest of the game up to it and its possible moves."""

    states: p_i32
    digests: p_i64
    room: i64


class GameTallies(NamedTuple):
    """The results of games: their ends and the judges that fail, as in random play, and the digest of each game."""

    notes: p_i64
    failing: p_i64
    digests: p_i64


class GameMarks(NamedTuple):
    """A row for each game: which of the ``total`` numbers of ``asked`` were set, and in ``met`` which judges failed.

    With a ``total`` of 0 nothing is marked.
    """

    asked: p_i64
    total: i64
    marks: p_u8
    met: p_u8


class StatesTold(NamedTuple):
    """The states ``block[S_AT]`` to ``end`` of a shard, or with ``by_list`` those that ``listed`` names there."""

    listed: p_u32
    by_list: i64
    end: i64


class StateLists(NamedTuple):
    """For each of ``total`` numbers of ``asked`` the states in which it was set: ``room`` of them, ``lengths`` in all.

    With a ``total`` of 0 nothing is listed.
    """

    asked: p_i64
    total: i64
    lists: p_u32
    lengths: p_i64
    room: i64


@inlined
def whose(cells: p_i32, env: p_i64, code: i64, out: p_i64) -> i64:
    """Put the player who decides a move, or the weight of a chance event, into ``out[0]``; returns a status."""
    if code < CHANCE_BASE:
        return qb_decider(cells, env, code, out)
    return qb_weight(cells, env, code, out)


@kernel
def told_scores(cells: p_i32, env: p_i64, digest: p_i64) -> i64:
    """Take the scores of an ended game into ``digest[0]``; returns a status."""
    value = stack_i64(1)
    for player in range(SCORES):
        status = qb_score(cells, env, player, value)
        if status < 0:
            return status
        digest[0] = taken_in(digest[0], value[0])
    return 0


@kernel
def told_moves(cells: p_i32, env: p_i64, moves: p_i64, cap: i64) -> i64:
    """The moves of a state: their number, or a status below 0 (its move, or -1, in ``moves[0]``)."""
    if ONWARDS > 0:
        return qb_moves(cells, env, moves, cap)
    return enabled(cells, env, moves, cap)


@kernel
def told_choice(cells: p_i32, env: p_i64, moves: p_i64, n: i64, random: i64, weights: p_i64) -> i64:
    """The code of the move that is made, or a violation; where players and chance would both move, one or the other."""
    if ONWARDS > 0:
        k = 0
        while k < n and moves[k] < CHANCE_BASE:
            k += 1
        if k > 0 and k < n:
            if random & 1 != 0:
                return drawn(cells, env, at(moves, k), n - k, random, weights)
            return drawn(cells, env, moves, k, random, weights)
    return drawn(cells, env, moves, n, random, weights)


@kernel
def told_game(
    work: Workspace, weights: p_i64, rules: GameRules, cells: p_i32, game: i64, failing: p_i64, trail: Trail
) -> i64:
    """Play one game and put its digest into ``block[S_DIGEST]``; returns how it ended, or ``FAULT``."""
    after = stack_i32(CELLS)
    verdicts = stack_i64(JUDGES + 1)
    value = stack_i64(1)
    work.block[S_STEPS] = 0
    digest = 0
    status = start_state(cells, work.env, 1)
    if status <= REFUSED:
        return fault(work.block, status, game, -1)
    random = stream(rules.seed, game)
    steps = 0
    against = 0
    changed = 0
    end = 0
    while end == 0:
        # A judge says the same again where no cell that it reads has changed.
        if steps == 0:
            against = qb_judges(cells, work.env, verdicts)
        else:
            against = qb_rejudges(cells, work.env, verdicts, changed, against)
        if against != 0:
            status = failures(verdicts, steps, game, failing)
            if status < 0:
                return fault(work.block, status, game, -1)
        for c in range(CELLS):
            digest = taken_in(digest, cells[c])
        if steps < trail.room:
            for c in range(CELLS):
                trail.states[steps * CELLS + c] = cells[c]
            trail.digests[steps] = digest
        if cells[SILENT_CELL] != 0:
            end = SILENT_STATE
            break
        n = told_moves(cells, work.env, work.moves, work.cap)
        if n < 0:
            return fault(work.block, n, game, work.moves[0])
        end = stops(cells, work.env, n, steps, rules.longest)
        if end < 0:
            return fault(work.block, end, game, -1)
        if end != 0:
            break
        for m in range(n):
            digest = taken_in(digest, work.moves[m])
            status = whose(cells, work.env, work.moves[m], value)
            if status < 0:
                return fault(work.block, status, game, work.moves[m])
            digest = taken_in(digest, value[0])
        if steps < trail.room:
            trail.digests[steps] = digest
        random = wrap(random + 0x9E3779B97F4A7C15)
        code = told_choice(cells, work.env, work.moves, n, mixed(random), weights)
        if code < 0:
            return fault(work.block, code, game, -1)
        status = successor(cells, after, work.env, code)
        if status <= REFUSED:
            return fault(work.block, status, game, code)
        steps += 1
        work.block[S_STEPS] = steps
        changed = qb_changed(cells, after)
        for c in range(CELLS):
            cells[c] = after[c]
    work.block[S_TOTAL] += steps
    work.block[S_LONGEST] = max(work.block[S_LONGEST], steps)
    work.block[S_DIGEST] = taken_in(digest, end)
    return end


@kernel
def told_games(
    work: Workspace,
    weights: p_i64,
    rules: GameRules,
    numbers: p_i64,
    end: i64,
    tallies: GameTallies,
    shown: GameMarks,
) -> i64:
    """Play the games of ``numbers`` from place ``block[S_AT]`` to ``end``."""
    cells = stack_i32(CELLS)
    told = stack_i64(1)
    before = stack_i64(JUDGES + 1)
    for place in range(work.block[S_AT], end):
        work.block[S_AT] = place
        game = numbers[place]
        for j in range(JUDGES):
            before[j] = tallies.failing[j * NOTE]
        for m in range(shown.total):
            shown.asked[m] = 0
        what = told_game(work, weights, rules, cells, game, tallies.failing, Trail(cells, before, 0))
        if what == FAULT:
            return FAULT
        steps = work.block[S_STEPS]
        who = note_result(cells, work.env, what, tallies.notes, steps, game)
        if who < 0:
            return fault(work.block, who, game, -1)
        told[0] = work.block[S_DIGEST]
        if what == OVER:
            told[0] = taken_in(told[0], who)
            status = told_scores(cells, work.env, told)
            if status < 0:
                return fault(work.block, status, game, -1)
        tallies.digests[place] = told[0]
        if shown.total > 0:
            for m in range(shown.total):
                if shown.asked[m] != 0:
                    shown.marks[place * shown.total + m] = 1
            for j in range(JUDGES):
                if tallies.failing[j * NOTE] != before[j]:
                    shown.met[place * JUDGES + j] = 1
    work.block[S_AT] = end
    return DONE


@kernel
def told_state(work: Workspace, cells: p_i32, index: i64, told: p_i64) -> i64:
    """Put the digest of a state into ``told[0]``: its judges, its moves, who decides them, and their successors.

    Returns DONE, NARROW or FAULT.
    """
    after = stack_i32(CELLS)
    packed = stack_i64(WORDS)
    verdicts = stack_i64(JUDGES + 1)
    digest = 0
    if JUDGES > 0:
        qb_judges(cells, work.env, verdicts)
        for j in range(JUDGES):
            if verdicts[j] < 0:
                return fault(work.block, verdicts[j], index, -1)
            digest = taken_in(digest, verdicts[j])
    if cells[SILENT_CELL] != 0:
        told[0] = taken_in(digest, SILENT_STATE)
        return DONE
    over = qb_over(cells, work.env)
    if over < 0:
        return fault(work.block, over, index, -1)
    if over != 0:
        digest = taken_in(digest, OVER)
        who = winners(cells, work.env)
        if who < 0:
            return fault(work.block, who, index, -1)
        told[0] = taken_in(digest, who)
        status = told_scores(cells, work.env, told)
        if status < 0:
            return fault(work.block, status, index, -1)
        return DONE
    n = enabled(cells, work.env, work.moves, work.cap)
    if n == OVERFLOW:
        return NARROW
    if n < 0:
        return fault(work.block, n, index, work.moves[0])
    for m in range(n):
        digest = taken_in(digest, work.moves[m])
        status = whose(cells, work.env, work.moves[m], told)
        if status < 0:
            return fault(work.block, status, index, work.moves[m])
        digest = taken_in(digest, told[0])
        status = successor(cells, after, work.env, work.moves[m])
        if status <= REFUSED:
            return fault(work.block, status, index, work.moves[m])
        qb_pack(after, packed)
        for w in range(WORDS):
            digest = taken_in(digest, packed[w])
    told[0] = digest
    return DONE


@kernel
def told_states(
    work: Workspace, states: ShardStates, which: StatesTold, digests: p_i64, shown: StateLists
) -> i64:
    """Fill in the digests of some states of a shard, or compare them if nothing is to be filled in.

    Comparing ends with FAULT at the first state whose digest is another, or that has a fault.  States that were not
    expanded are passed over.
    """
    cells = stack_i32(CELLS)
    told = stack_i64(1)
    for i in range(work.block[S_AT], which.end):
        work.block[S_AT] = i
        index = i
        if which.by_list != 0:
            index = which.listed[i]
        if states.kinds[index] == 0 or states.kinds[index] == MARKED:
            continue
        for m in range(shown.total):
            shown.asked[m] = 0
        qb_unpack(at(states.words, index * WORDS), cells)
        status = told_state(work, cells, index, told)
        if status != DONE:
            return status
        if shown.total == 0:
            if digests[index] != told[0]:
                return FAULT
            continue
        digests[index] = told[0]
        for m in range(shown.total):
            if shown.asked[m] != 0:
                if shown.lengths[m] < shown.room:
                    shown.lists[m * shown.room + shown.lengths[m]] = index
                shown.lengths[m] += 1
    work.block[S_AT] = which.end
    return DONE


TELLER: tuple[Callable[..., int], ...] = (told_moves, told_choice, told_game, told_games)
STATES: tuple[Callable[..., int], ...] = (told_state, told_states)
