"""The steps of games, kept and compared, in the kernel language: for :mod:`queensbench.engines.mutate.walks`.

Games are played as in :mod:`queensbench.engines.mutate.kernels`, with the same random numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from queensbench.engines.mutate.kernels import taken_in, told_choice, told_moves, told_scores, whose
from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    kernel,
    mul,
    p_i32,
    p_i64,
    p_u8,
    p_u32,
    stack_i32,
    stack_i64,
    wrap,
)
from queensbench.engines.runtime.kernels import (
    CELLS,
    FAULT,
    JUDGES,
    OVER,
    SILENT_CELL,
    SILENT_STATE,
    WORDS,
    Workspace,
    fault,
    qb_judges,
    qb_pack,
    qb_unpack,
    start_state,
    successor,
    winners,
)
from queensbench.engines.simulate.kernels import S_STEPS, GameRules, mixed, stops, stream
from queensbench.readers.native.layout import REFUSED

BY_JUDGES, BY_RULES = 1, 2
"""Who shows a mutant in a step: the judges of the state, or the rules by which it is made (or both)."""
DIGESTS = 3
VERDICTS, STEPS, MOVES = 0, 1, 2
"""The digests of a step: of what the judges say, of the step by the rules, and of that without the state after."""


class Step(NamedTuple):
    """The step of a game after as many others."""

    rules: GameRules
    game: i64
    steps: i64


class StepsKept(NamedTuple):
    """Room for the steps of a game: the state before each, packed, and ``DIGESTS`` numbers for each.

    ``marks``: a row for each step: which of the ``total`` numbers of ``asked`` were set in it, by judges
    (``BY_JUDGES``) and by the rules (``BY_RULES``).
    """

    words: p_i64
    told: p_i64
    asked: p_i64
    total: i64
    marks: p_u8


class StepsAsked(NamedTuple):
    """The steps of a game as they were kept, of which ``number`` are ``listed``.

    An entry of the list is the number of the step, shifted by two bits, and in these what is asked of it:
    ``BY_JUDGES``, ``BY_RULES``.
    """

    words: p_i64
    told: p_i64
    listed: p_u32
    number: i64


class PartedAt(NamedTuple):
    """Room for where a game parts: the state of the mutant's game, and that of the model's."""

    mine: p_i32
    own: p_i32


@kernel
def told_verdicts(work: Workspace, cells: p_i32, game: i64, told: p_i64) -> i64:
    """Put the digest of what the judges say of a state into ``told[0]``; returns 0 or ``FAULT``."""
    verdicts = stack_i64(JUDGES + 1)
    digest = 0
    if JUDGES > 0:
        qb_judges(cells, work.env, verdicts)
        for j in range(JUDGES):
            if verdicts[j] < 0:
                return fault(work.block, verdicts[j], game, -1)
            digest = taken_in(digest, verdicts[j])
    told[0] = digest
    return 0


@kernel
def told_step(work: Workspace, weights: p_i64, step: Step, cells: p_i32, after: p_i32, told: p_i64) -> i64:
    """Put the digest of a step of a game into ``told[0]``, and the state that it leads to into ``after``.

    The digest is of the moves of the state and whose they are, and the state after the one that is made; or of the
    end, who wins and the scores.  ``told[1]`` gets the digest without the state after; where the game ends, the same
    as ``told[0]``.  Returns how the game ends here, 0 if it goes on, or ``FAULT``.
    """
    digest = 0
    if cells[SILENT_CELL] != 0:
        told[0] = taken_in(digest, SILENT_STATE)
        told[1] = told[0]
        return SILENT_STATE
    n = told_moves(cells, work.env, work.moves, work.cap)
    if n < 0:
        return fault(work.block, n, step.game, work.moves[0])
    end = stops(cells, work.env, n, step.steps, step.rules.longest)
    if end < 0:
        return fault(work.block, end, step.game, -1)
    if end == OVER:
        who = winners(cells, work.env)
        if who < 0:
            return fault(work.block, who, step.game, -1)
        told[0] = taken_in(digest, who)
        status = told_scores(cells, work.env, told)
        if status < 0:
            return fault(work.block, status, step.game, -1)
        digest = told[0]
    if end != 0:
        told[0] = taken_in(digest, end)
        told[1] = told[0]
        return end
    for m in range(n):
        digest = taken_in(digest, work.moves[m])
        status = whose(cells, work.env, work.moves[m], told)
        if status < 0:
            return fault(work.block, status, step.game, work.moves[m])
        digest = taken_in(digest, told[0])
    random = wrap(stream(step.rules.seed, step.game) + mul(step.steps + 1, 0x9E3779B97F4A7C15))
    code = told_choice(cells, work.env, work.moves, n, mixed(random), weights)
    if code < 0:
        return fault(work.block, code, step.game, -1)
    told[1] = digest
    status = successor(cells, after, work.env, code)
    if status <= REFUSED:
        return fault(work.block, status, step.game, code)
    for c in range(CELLS):
        digest = taken_in(digest, after[c])
    told[0] = digest
    return 0


@kernel
def told_walk(work: Workspace, weights: p_i64, rules: GameRules, game: i64, kept: StepsKept) -> i64:
    """Play a game of the model and keep its steps, ``block[S_STEPS]`` and one; returns how it ended, or ``FAULT``."""
    cells = stack_i32(CELLS)
    after = stack_i32(CELLS)
    for m in range(kept.total):
        kept.asked[m] = 0
    status = start_state(cells, work.env, 1)
    if status <= REFUSED:
        return fault(work.block, status, game, -1)
    steps = 0
    end = 0
    while end == 0:
        qb_pack(cells, at(kept.words, steps * WORDS))
        for m in range(kept.total):  # of step 0 the start, too
            kept.marks[steps * kept.total + m] = kept.asked[m] * BY_RULES
            kept.asked[m] = 0
        if told_verdicts(work, cells, game, at(kept.told, steps * DIGESTS + VERDICTS)) == FAULT:
            return FAULT
        for m in range(kept.total):
            if kept.asked[m] != 0:
                kept.marks[steps * kept.total + m] = kept.marks[steps * kept.total + m] | BY_JUDGES
                kept.asked[m] = 0
        end = told_step(
            work, weights, Step(rules, game, steps), cells, after, at(kept.told, steps * DIGESTS + STEPS)
        )
        if end == FAULT:
            return FAULT
        for m in range(kept.total):
            if kept.asked[m] != 0:
                kept.marks[steps * kept.total + m] = kept.marks[steps * kept.total + m] | BY_RULES
                kept.asked[m] = 0
        for c in range(CELLS):
            cells[c] = after[c]
        work.block[S_STEPS] = steps
        steps += 1
    return end


@kernel
def told_alike(work: Workspace, weights: p_i64, rules: GameRules, game: i64, which: StepsAsked) -> i64:
    """Whether the listed steps of a game are the model's under the rules in force, 1 or 0; of step 0 the start, too."""
    cells = stack_i32(CELLS)
    after = stack_i32(CELLS)
    told = stack_i64(DIGESTS)
    for i in range(which.number):
        steps = which.listed[i] // 4
        asked = which.listed[i] & 3
        qb_unpack(at(which.words, steps * WORDS), cells)
        if steps == 0 and asked & BY_RULES != 0:
            if start_state(after, work.env, 1) <= REFUSED:
                return 0
            for c in range(CELLS):
                if after[c] != cells[c]:
                    return 0
        if asked & BY_JUDGES != 0:
            if told_verdicts(work, cells, game, at(told, VERDICTS)) == FAULT:
                return 0
            if told[VERDICTS] != which.told[steps * DIGESTS + VERDICTS]:
                return 0
        if asked & BY_RULES != 0:
            if told_step(work, weights, Step(rules, game, steps), cells, after, at(told, STEPS)) == FAULT:
                return 0
            if told[STEPS] != which.told[steps * DIGESTS + STEPS]:
                return 0
    return 1


@kernel
def told_parting(
    work: Workspace, weights: p_i64, rules: GameRules, game: i64, which: StepsAsked, place: PartedAt
) -> i64:
    """Where a game parts from the model's under the rules in force: 1 with both states, or 0 if it does not.

    If the moves and whose they are are the model's, these are the states after the move; else the state itself.
    Judges are not asked.  A start that is built otherwise parts at once.  Returns ``FAULT`` if it cannot be built.
    """
    told = stack_i64(DIGESTS)
    for i in range(which.number):
        steps = which.listed[i] // 4
        if which.listed[i] & BY_RULES != 0:
            qb_unpack(at(which.words, steps * WORDS), place.own)
            if steps == 0:
                status = start_state(place.mine, work.env, 1)
                if status <= REFUSED:
                    return fault(work.block, status, game, -1)
                for c in range(CELLS):
                    if place.mine[c] != place.own[c]:
                        return 1
            if (
                told_step(work, weights, Step(rules, game, steps), place.own, place.mine, at(told, STEPS))
                == FAULT
            ):
                for c in range(CELLS):
                    place.mine[c] = place.own[c]
                return 1
            if told[STEPS] != which.told[steps * DIGESTS + STEPS]:
                if told[MOVES] == which.told[steps * DIGESTS + MOVES]:
                    qb_unpack(at(which.words, (steps + 1) * WORDS), place.own)
                else:
                    for c in range(CELLS):
                        place.mine[c] = place.own[c]
                return 1
    return 0


WALKER: tuple[Callable[..., int], ...] = (told_walk, told_alike, told_parting)
