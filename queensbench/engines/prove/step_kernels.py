"""The loops that try proved claims on single steps, in the kernel language.

A *state of the hypothesis* is one in which every claim that is tried holds.  From such a state one move is made, or the
automatic steps, and the claims are asked again.  States come from games, and from these changed at a few places.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from queensbench.engines.runtime.kernel_language import (
    at,
    i64,
    kernel,
    p_i32,
    p_i64,
    stack_i32,
    stack_i64,
    umulh,
    wrap,
)
from queensbench.engines.runtime.kernels import (
    BLOCK,
    CELLS,
    DONE,
    FAULT,
    JUDGES,
    SILENT_CELL,
    Workspace,
    qb_apply,
    qb_initial,
    qb_judges,
    qb_moves,
    qb_settle,
)
from queensbench.engines.simulate.kernels import mixed, stream
from queensbench.readers.native.layout import REFUSED, SILENT, UNSETTLED

# Places in the block of numbers, beside those of the explorer.
S_RANDOM = BLOCK
S_WHAT = BLOCK + 1  # what contradicts a proof: CLAIM, RANGE, or 0
S_WHICH = BLOCK + 2  # the judge, or the status
S_MOVE = BLOCK + 3  # the move that led there, SETTLED, or STOOD for the state itself
S_FROM_GAMES = BLOCK + 4  # steps from states that games reached
S_FROM_NEAR = BLOCK + 5  # steps from changed ones
S_TRIED = BLOCK + 6  # changed states
S_KEPT = BLOCK + 7  # those of them in which every claim holds
S_LEAST = BLOCK + 8  # the least depth of a claim that does not hold, and its judge
S_FAILING = BLOCK + 9
S_LEFT = BLOCK + 10  # the status of a judge that leaves a range, 0 if none does
S_POOLED = BLOCK + 11  # states that were put into the pool
STEPS_BLOCK = BLOCK + 16

CLAIM = 1
RANGE = 2
SETTLED = -1
STOOD = -2
NOT_CLAIMED = -1  # in ``wanted``, which else holds the depth of a claim: 0 if it holds in every typed state
NEVER = 1 << 20  # a depth that no claim has
POOL = 64  # states of games that changed ones take whole fields from
WALK = 2  # steps from a changed state
SEQUENCE = (
    4  # numbers that tell of a sequence: its first place, its places, the cell of its length, the blank item
)


class ClaimsTried(NamedTuple):
    """The claims that are tried.

    ``wanted``: by judge the depth of its claim, or NOT_CLAIMED; ``most``: the greatest of them.  ``ranges``: 1 if no
    range may be left.  ``found``: room for the state before a step that contradicts a proof.
    """

    wanted: p_i64
    most: i64
    ranges: i64
    found: p_i32


class TypedCells(NamedTuple):
    """The values that a state may hold: the range of each cell, fields and sequences; a pool of states to take from.

    ``blocks``: the first cell of each of ``nblocks`` fields, and how many it has.  ``sequences``: SEQUENCE numbers of
    each of ``nsequences``.
    """

    least: p_i32
    greatest: p_i32
    blocks: p_i64
    nblocks: i64
    sequences: p_i64
    nsequences: i64
    pool: p_i32


class StepGame(NamedTuple):
    """A game by its seed and number, with at most so many steps, and so many tries around each of its states.

    It begins at its start with ``build``, else at a given state.
    """

    build: i64
    seed: i64
    number: i64
    longest: i64
    tries: i64


@kernel
def draw(s: p_i64, n: i64) -> i64:
    """A number from 0 to ``n - 1``."""
    s[S_RANDOM] = wrap(s[S_RANDOM] + 0x9E3779B97F4A7C15)
    return umulh(mixed(s[S_RANDOM]), n)


@kernel
def contradicts(s: p_i64, what: i64, which: i64, move: i64, cells: p_i32, found: p_i32) -> i64:
    """Remember the first thing that contradicts a proof, and the state before it."""
    if s[S_WHAT] == 0:
        s[S_WHAT] = what
        s[S_WHICH] = which
        s[S_MOVE] = move
        for c in range(CELLS):
            found[c] = cells[c]
    return 0


@kernel
def assessed(s: p_i64, cells: p_i32, env: p_i64, wanted: p_i64) -> i64:
    """Ask the judges of a state: 1 if every claim that is tried holds, else 0 and the claim of the least depth.

    A claim of depth 0 was shown of every typed state.  So where it leaves a range, it counts as one that holds.
    """
    verdicts = stack_i64(JUDGES + 1)
    s[S_LEAST] = NEVER
    s[S_LEFT] = 0
    held = 1
    if qb_judges(cells, env, verdicts) != 0:
        for j in range(JUDGES):
            if verdicts[j] != 1:
                if wanted[j] > 0 or (wanted[j] == 0 and verdicts[j] == 0):
                    held = 0
                if verdicts[j] < 0:
                    s[S_LEFT] = verdicts[j]
                elif wanted[j] != NOT_CLAIMED and wanted[j] < s[S_LEAST]:
                    s[S_LEAST] = wanted[j]
                    s[S_FAILING] = j
    return held


@kernel
def asked(work: Workspace, before: p_i32, cells: p_i32, claims: ClaimsTried, depth: i64, move: i64) -> i64:
    """Say whether every claim holds in a state; remember one that should hold and does not.

    ``depth``: claims of at most this depth should hold.  A range may not be left where every claim holds or should.
    """
    held = assessed(work.block, cells, work.env, claims.wanted)
    if work.block[S_LEAST] <= depth:
        contradicts(work.block, CLAIM, work.block[S_FAILING], move, before, claims.found)
    if claims.ranges != 0 and work.block[S_LEFT] != 0 and (held != 0 or depth >= claims.most):
        contradicts(work.block, RANGE, work.block[S_LEFT], move, before, claims.found)
    return held


@kernel
def settled(work: Workspace, cells: p_i32, claims: ClaimsTried, run: i64) -> i64:
    """Make the automatic steps in a state of the hypothesis; the new run, 0 where the hypothesis is lost.

    There may be several steps, and the states between them are not seen.  So a claim of induction has to hold only
    where the run is as long as the deepest claim needs: no claim can then be lost on the way.
    """
    before = stack_i32(CELLS)
    for c in range(CELLS):
        before[c] = cells[c]
    status = qb_settle(cells, work.env)
    if status < 0:
        if claims.ranges != 0 and status > UNSETTLED and run >= claims.most:
            contradicts(work.block, RANGE, status, SETTLED, before, claims.found)
        return 0
    changed = 0
    for c in range(CELLS):
        if cells[c] != before[c]:
            changed = 1
    if changed == 0:
        return run
    depth = claims.most if run >= claims.most else 0
    if asked(work, before, cells, claims, depth, SETTLED) == 0:
        return 0
    return run + 1 if run >= claims.most else 1


@kernel
def one_step(work: Workspace, here: p_i32, after: p_i32, claims: ClaimsTried, run: i64) -> i64:
    """Make a drawn move from a state of the hypothesis, the last in a run of so many; the new run, 0 where it ends."""
    if here[SILENT_CELL] != 0:
        return 0
    n = qb_moves(here, work.env, work.moves, work.cap)
    if n < 0:
        if claims.ranges != 0 and n > UNSETTLED:
            contradicts(work.block, RANGE, n, work.moves[0], here, claims.found)
        return 0
    if n == 0:
        return 0
    code = work.moves[draw(work.block, n)]
    status = qb_apply(here, after, work.env, code)
    if status < 0:
        if claims.ranges != 0 and status > UNSETTLED:
            contradicts(work.block, RANGE, status, code, here, claims.found)
        return 0
    if status == REFUSED:
        return 0
    held = asked(work, here, after, claims, run, code)
    if held == 0 or status == SILENT or work.block[S_WHAT] != 0:
        return 0
    return settled(work, after, claims, run + 1)


@kernel
def changed(s: p_i64, cells: p_i32, typed: TypedCells) -> i64:
    """Change a typed state at a few places; it stays typed."""
    if CELLS < 2 or typed.nblocks == 0:
        return 0
    for _ in range(1 + draw(s, 3)):
        what = draw(s, 5)
        block = draw(s, typed.nblocks)
        first = typed.blocks[2 * block]
        count = typed.blocks[2 * block + 1]
        one = first + draw(s, count)
        two = first + draw(s, count)
        if what == 0:  # two places of a field change what they hold
            held = cells[one]
            cells[one] = cells[two]
            cells[two] = held
        elif what == 1:  # one more here, one less there
            other = draw(s, typed.nblocks)
            two = typed.blocks[2 * other] + draw(s, typed.blocks[2 * other + 1])
            if cells[one] > typed.least[one] and cells[two] < typed.greatest[two]:
                cells[one] -= 1
                cells[two] += 1
        elif what == 2 and s[S_POOLED] > 0:  # a field of another state
            from_ = at(typed.pool, draw(s, min(s[S_POOLED], POOL)) * CELLS)
            for c in range(first, first + count):
                cells[c] = from_[c]
        else:
            cells[one] = typed.least[one] + draw(s, typed.greatest[one] - typed.least[one] + 1)
    for q in range(typed.nsequences):
        row = at(typed.sequences, SEQUENCE * q)
        for place in range(cells[row[2]], row[1]):
            cells[row[0] + place] = row[3]
    return 0


@kernel
def step_game(work: Workspace, start: p_i32, game: StepGame, claims: ClaimsTried, typed: TypedCells) -> i64:
    """Try claims on the steps of one game, from its start (or from a given state), and around its states.

    Returns ``FAULT`` if something contradicts a proof, else ``DONE``.
    """
    one = stack_i32(CELLS)
    two = stack_i32(CELLS)
    near = stack_i32(CELLS)
    next_ = stack_i32(CELLS)
    here = one
    after = two
    work.block[S_RANDOM] = stream(game.seed, game.number)
    if game.build != 0:
        status = qb_initial(here, work.env)
        if status < 0 and status > UNSETTLED and claims.ranges != 0:
            contradicts(work.block, RANGE, status, STOOD, start, claims.found)
        if status <= REFUSED:
            return DONE if work.block[S_WHAT] == 0 else FAULT
        run = claims.most
    else:
        for c in range(CELLS):
            here[c] = start[c]
        run = 1
    if asked(work, here, here, claims, claims.most if game.build != 0 else 0, STOOD) == 0:
        return DONE if work.block[S_WHAT] == 0 else FAULT
    if here[SILENT_CELL] == 0:
        run = settled(work, here, claims, run)
    for _ in range(game.longest):
        if run == 0 or work.block[S_WHAT] != 0:
            break
        for _ in range(game.tries):
            for c in range(CELLS):
                near[c] = here[c]
            changed(work.block, near, typed)
            work.block[S_TRIED] += 1
            held = asked(work, near, near, claims, 0, STOOD)
            if held != 0:
                work.block[S_KEPT] += 1
            if held != 0 and draw(work.block, 4) == 0 and near[SILENT_CELL] == 0:
                held = settled(work, near, claims, 1)
            mine = near
            other = next_
            for _ in range(WALK):
                if held == 0 or work.block[S_WHAT] != 0:
                    break
                held = one_step(work, mine, other, claims, held)
                work.block[S_FROM_NEAR] += 1
                swap = mine
                mine = other
                other = swap
        if work.block[S_WHAT] != 0:
            break
        slot = at(typed.pool, work.block[S_POOLED] % POOL * CELLS)
        for c in range(CELLS):
            slot[c] = here[c]
        work.block[S_POOLED] += 1
        run = one_step(work, here, after, claims, run)
        work.block[S_FROM_GAMES] += 1
        swap = here
        here = after
        after = swap
    return DONE if work.block[S_WHAT] == 0 else FAULT


STEPPER: tuple[Callable[..., int], ...] = (step_game,)
