"""The loop by which games are played for :mod:`queensbench.engines.mutate.sampled`, in the kernel language.

It plays as :mod:`queensbench.engines.simulate.kernels` does, by the same luck, and sums up each game in a *digest*: the
states that it passes, the moves that are possible in each, who chooses, the weights of chance, who wins and the
scores.  Two rules under which a game has the same digest have played it alike (but for digests that are the same by
chance, once in 2**64).  States have digests likewise: where those of all states of a graph are the same, the graph is.
"""

from __future__ import annotations

from collections.abc import Callable

from queensbench.engines.graphs.kernels import qb_decider
from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
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
    CUT,
    DEADLOCK,
    DONE,
    FAULT,
    JUDGES,
    MARKED,
    NARROW,
    NOTE,
    OVER,
    PLAYERS,
    S_AT,
    SCORES,
    SILENCES,
    SILENT_CELL,
    SILENT_STATE,
    WORDS,
    enabled,
    fault,
    note,
    qb_judges,
    qb_over,
    qb_pack,
    qb_score,
    qb_unpack,
    qb_weight,
    start_state,
    successor,
    winners,
)
from queensbench.engines.simulate.kernels import S_STEPS, S_TOTAL, drawn, judge, mixed, stream
from queensbench.readers.native.layout import OVERFLOW, REFUSED

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
    trail: p_i32,
    digests: p_i64,
    room: i64,
) -> i64:
    """Play one game from the start; its digest in ``told[0]``.  Answers how it ended, or ``FAULT``.

    Its first ``room`` states are left in ``trail``, and in ``digests`` what all up to each come to, with its moves.
    """
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
        if steps < room:
            for c in range(CELLS):
                trail[steps * CELLS + c] = cells[c]
            digests[steps] = digest
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
        if steps < room:
            digests[steps] = digest
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
    numbers: p_i64,
    end: i64,
    longest: i64,
    moves: p_i64,
    weights: p_i64,
    cap: i64,
    notes: p_i64,
    failing: p_i64,
    digests: p_i64,
    asked: p_i64,
    count: i64,
    marks: p_u8,
    met: p_u8,
) -> i64:
    """Play the games of ``numbers`` from place ``s[S_AT]`` to ``end``; ``digests`` has a place for each.

    ``notes``: deadlocks, silences, sets of winners, games cut off.  ``failing``: per judge, as in random play.  With a
    ``count``, each game has a row in ``marks``: for each of so many numbers of ``asked`` whether it was set; and one in
    ``met``: for each judge whether it failed.
    """
    cells = stack_i32(CELLS)
    told = stack_i64(1)
    before = stack_i64(JUDGES + 1)
    for place in range(s[S_AT], end):
        s[S_AT] = place
        game = numbers[place]
        for j in range(JUDGES):
            before[j] = failing[j * NOTE]
        for m in range(count):
            asked[m] = 0
        what = told_game(
            s, env, cells, seed, game, longest, moves, weights, cap, failing, told, cells, told, 0
        )
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
        digests[place] = digest
        if count > 0:
            for m in range(count):
                if asked[m] != 0:
                    marks[place * count + m] = 1
            for j in range(JUDGES):
                if failing[j * NOTE] != before[j]:
                    met[place * JUDGES + j] = 1
    s[S_AT] = end
    return DONE


@kernel
def told_state(
    s: p_i64,
    env: p_i64,
    cells: p_i32,
    index: i64,
    moves: p_i64,
    cap: i64,
    after: p_i32,
    packed: p_i64,
    verdicts: p_i64,
    told: p_i64,
) -> i64:
    """The digest of a state, in ``told[0]``: what properties say of it, its moves, whose they are, where they lead.

    Answers DONE, NARROW or FAULT.
    """
    digest = 0
    if JUDGES > 0:
        qb_judges(cells, env, verdicts)
        for j in range(JUDGES):
            if verdicts[j] < 0:
                return fault(s, verdicts[j], index, -1)
            digest = taken_in(digest, verdicts[j])
    if cells[SILENT_CELL] != 0:
        told[0] = taken_in(digest, SILENT_STATE)
        return DONE
    over = qb_over(cells, env)
    if over < 0:
        return fault(s, over, index, -1)
    if over != 0:
        digest = taken_in(digest, OVER)
        who = winners(cells, env)
        if who < 0:
            return fault(s, who, index, -1)
        digest = taken_in(digest, who)
        for player in range(SCORES):
            status = qb_score(cells, env, player, told)
            if status < 0:
                return fault(s, status, index, -1)
            digest = taken_in(digest, told[0])
        told[0] = digest
        return DONE
    n = enabled(cells, env, moves, cap)
    if n == OVERFLOW:
        return NARROW
    if n < 0:
        return fault(s, n, index, moves[0])
    for m in range(n):
        digest = taken_in(digest, moves[m])
        if moves[m] < CHANCE_BASE:
            status = qb_decider(cells, env, moves[m], told)
        else:
            status = qb_weight(cells, env, moves[m], told)
        if status < 0:
            return fault(s, status, index, moves[m])
        digest = taken_in(digest, told[0])
        status = successor(cells, after, env, moves[m])
        if status <= REFUSED:
            return fault(s, status, index, moves[m])
        qb_pack(after, packed)
        for w in range(WORDS):
            digest = taken_in(digest, packed[w])
    told[0] = digest
    return DONE


@kernel
def told_states(
    s: p_i64,
    env: p_i64,
    words: p_i64,
    kinds: p_u8,
    listed: p_u32,
    by_list: i64,
    end: i64,
    moves: p_i64,
    cap: i64,
    digests: p_i64,
    asked: p_i64,
    count: i64,
    lists: p_u32,
    lengths: p_i64,
    room: i64,
) -> i64:
    """The digests of the states ``s[S_AT]`` to ``end`` of a shard (or of those that ``listed`` names there).

    With a ``count``, ``digests`` is filled, and for each of so many numbers of ``asked`` the states in which it was set
    are listed, ``room`` of them at the most, of ``lengths`` in all.  Without, what is there is compared: the loop ends
    at the first state whose digest is another, or that has a fault, with FAULT.  States that were not expanded are
    passed over.
    """
    cells = stack_i32(CELLS)
    after = stack_i32(CELLS)
    packed = stack_i64(WORDS)
    verdicts = stack_i64(JUDGES + 1)
    told = stack_i64(1)
    for i in range(s[S_AT], end):
        s[S_AT] = i
        index = i
        if by_list != 0:
            index = listed[i]
        if kinds[index] == 0 or kinds[index] == MARKED:
            continue
        for m in range(count):
            asked[m] = 0
        qb_unpack(at(words, index * WORDS), cells)
        status = told_state(s, env, cells, index, moves, cap, after, packed, verdicts, told)
        if status != DONE:
            return status
        if count == 0:
            if digests[index] != told[0]:
                return FAULT
            continue
        digests[index] = told[0]
        for m in range(count):
            if asked[m] != 0:
                if lengths[m] < room:
                    lists[m * room + lengths[m]] = index
                lengths[m] += 1
    s[S_AT] = end
    return DONE


TELLER: tuple[Callable[..., int], ...] = (told_game, told_games)
STATES: tuple[Callable[..., int], ...] = (told_state, told_states)
