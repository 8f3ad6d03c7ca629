"""The kernels that the loops of all engines share, and the compiler call that puts loops into the module of a model.

Loops are compiled into the module of a model (:func:`add_kernels`), where LLVM sees the model's own functions
(``qb_moves``, ``qb_apply``, ...; :mod:`queensbench.readers.native.entry_points`) beside them.  Sizes of the model
are constants, so that copies unroll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from queensbench.engines.runtime.kernel_compiler import compile_kernels
from queensbench.engines.runtime.kernel_expressions import I64, PTR
from queensbench.engines.runtime.kernel_language import (
    at,
    external,
    i64,
    inlined,
    kernel,
    mul,
    p_i32,
    p_i64,
    shr,
    stack_i32,
    stack_i64,
    ult,
)
from queensbench.errors import BadInput
from queensbench.readers.native import llvm_text as ir
from queensbench.readers.native.layout import OK, layout
from queensbench.rules.typed.ir import System, size
from queensbench.rules.typed.move_codes import Coding

# Statuses beside those of readers/native/layout.py:
MIXED = -(2**45)  # players and chance would both move
HEAVY = -(2**46)  # the weights of a draw are too large for exact shares

# What a state is; 0 until it is known.
CHOICE = 1
CHANCE = 2
OVER = 3
SILENT_STATE = 4
DEADLOCK = 5
MARKED = 6  # of choice, and not expanded yet
CUT = 7  # a playout that reached its limit

# What a loop answers.
DONE = 0
FULL = 1
FAULT = 2
NARROW = 3  # a state has more moves than the buffers hold

# Places in a thread's block of numbers.
S_COUNT = 0  # states stored
S_OUT = 1  # messages in the outbox for shard 0; the next place is for shard 1
S_EDGES = 3  # moves applied
S_AT = 4  # where the loop goes on
S_STATUS = 5  # the fault, the state where it happened and the move (or -1)
S_BAD = 6
S_CODE = 7
S_SEEN = 8  # states expanded or found to be ends
S_LOWERED = 9  # states whose steps went down
S_UNJUDGED = 10  # whether states are only found, and no property is judged in them
BLOCK = 16

NOTE = 3  # a note is a count, and the key and id of the first: key = choices << 16 | steps
EXTREME = 6  # a score's least value, its key and id, then the same of the greatest
IDENTITY = -(2**31)

# Sizes of the model; `add_kernels` sets them.
CELLS = 1
WORDS = 1
JUDGES = 0
SILENT_CELL = 0
SILENCES = 0
CHANCE_BASE = 0
PLAYERS = 0
SCORES = 0
CLAUSES = 0
RULINGS = 0
BEFORE = 0  # so many cells of the state before a step stand behind those of the state itself
ONWARDS = 0  # whether play goes on where players and chance would both move


class Workspace(NamedTuple):
    """The data of a thread: its block of numbers, its environment, and room for the codes of ``cap`` moves."""

    block: p_i64
    env: p_i64
    moves: p_i64
    cap: i64


class Images(NamedTuple):
    """The elements of a symmetry group but for the identity, ``order`` of them, as they act on cells.

    In image ``g``, cell ``c`` holds the value of cell ``source[g, c]``, mapped by ``image[offset[g, c] + value]``
    unless the offset is IDENTITY.
    """

    order: i64
    source: p_i32
    offset: p_i32
    image: p_i32


@external
def qb_initial(cells: p_i32, env: p_i64) -> i64:
    """Build the start state; a status."""
    raise NotImplementedError


@external
def qb_settle(cells: p_i32, env: p_i64) -> i64:
    """Run the automatic steps; a status."""
    raise NotImplementedError


@external
def qb_over(cells: p_i32, env: p_i64) -> i64:
    """1 when the game has ended, else 0; or a violation."""
    raise NotImplementedError


@external
def qb_moves(cells: p_i32, env: p_i64, out: p_i64, cap: i64) -> i64:
    """The codes of the enabled moves, ascending; their number or a status below 0 (its move in ``out[0]``).

    A chance event of weight 0 is not among them.
    """
    raise NotImplementedError


@external
def qb_chances(cells: p_i32, env: p_i64, out: p_i64, cap: i64) -> i64:
    """The codes of the possible chance events, as ``qb_moves`` lists moves; :func:`add_kernels` makes it."""
    raise NotImplementedError


@external
def qb_weight(cells: p_i32, env: p_i64, code: i64, out: p_i64) -> i64:
    """Put the weight of a chance event into ``out[0]``; a status."""
    raise NotImplementedError


@external
def qb_apply(source: p_i32, target: p_i32, env: p_i64, code: i64) -> i64:
    """Carry out a move on a copy; a status."""
    raise NotImplementedError


@external
def qb_pack(cells: p_i32, words: p_i64) -> i64:
    """Pack cells into words."""
    raise NotImplementedError


@external
def qb_unpack(words: p_i64, cells: p_i32) -> i64:
    """Unpack words into cells."""
    raise NotImplementedError


@external
def qb_judges(cells: p_i32, env: p_i64, out: p_i64) -> i64:
    """Each property's predicate: 1, 0 or a violation; answers how many are not 1."""
    raise NotImplementedError


@external
def qb_changed(before: p_i32, after: p_i32) -> i64:
    """The groups of cells in which two states differ, as bits: all that predicates read."""
    raise NotImplementedError


@external
def qb_rejudges(cells: p_i32, env: p_i64, out: p_i64, changed: i64, failing: i64) -> i64:
    """``qb_judges`` where ``out`` and ``failing`` hold its answers for a state that differs in groups ``changed``."""
    raise NotImplementedError


@external
def qb_wins(cells: p_i32, env: p_i64, player: i64) -> i64:
    """Whether a player has won an ended game, or a violation."""
    raise NotImplementedError


@external
def qb_score(cells: p_i32, env: p_i64, player: i64, out: p_i64) -> i64:
    """Put the score of a player in an ended game into ``out[0]``; a status."""
    raise NotImplementedError


# ---------------------------------------------------------------------------------------- shared


@kernel
def enabled(cells: p_i32, env: p_i64, moves: p_i64, cap: i64) -> i64:
    """The moves of a state: their number, or a status below 0 (its move, or -1, in ``moves[0]``)."""
    n = qb_moves(cells, env, moves, cap)
    if n > 1:
        if moves[0] < CHANCE_BASE and moves[n - 1] >= CHANCE_BASE:
            moves[0] = -1
            return MIXED
    return n


@kernel
def successor(cells: p_i32, after: p_i32, env: p_i64, code: i64) -> i64:
    """Carry out a move and the automatic steps after it; a status."""
    status = qb_apply(cells, after, env, code)
    if status == OK:
        settled = qb_settle(after, env)
        if settled < 0:
            return settled
    if BEFORE > 0:
        for c in range(BEFORE):
            after[BEFORE + c] = cells[c]
        after[2 * BEFORE] = 1
    return status


@inlined
def standing(cells: p_i32, env: p_i64) -> i64:
    """What a state is without a look at its moves: SILENT_STATE, OVER, or else CHOICE; or a status below 0."""
    if cells[SILENT_CELL] != 0:
        return SILENT_STATE
    over = qb_over(cells, env)
    if over < 0:
        return over
    return OVER if over != 0 else CHOICE


@inlined
def moving(moves: p_i64, n: i64) -> i64:
    """What a state with ``n`` moves is if the game goes on there: CHOICE, CHANCE or DEADLOCK."""
    if n == 0:
        return DEADLOCK
    return CHANCE if moves[0] >= CHANCE_BASE else CHOICE


@kernel
def start_state(cells: p_i32, env: p_i64, build: i64) -> i64:
    """The start state (built when ``build``, else given), settled; a status."""
    status = OK
    if build != 0:
        status = qb_initial(cells, env)
    if status == OK and cells[SILENT_CELL] == 0:
        settled = qb_settle(cells, env)
        if settled < 0:
            return settled
    return status


@kernel
def unpack_state(words: p_i64, cells: p_i32) -> i64:
    """Unpack words into cells."""
    return qb_unpack(words, cells)


@kernel
def less(a: p_i64, b: p_i64) -> i64:
    """Whether the words of one state come before those of another."""
    for w in range(WORDS):
        if a[w] != b[w]:
            return ult(a[w], b[w])
    return 0


@kernel
def same(a: p_i64, b: p_i64) -> i64:
    """Whether two states have the same words."""
    for w in range(WORDS):
        if a[w] != b[w]:
            return 0
    return 1


@kernel
def hashed(words: p_i64) -> i64:
    """A hash of 64 bits; but for bits 0 and 1, each depends on every bit of the state."""
    h = 0x2545F4914F6CDD1D
    for w in range(WORDS):
        h = mul(h ^ words[w], 0x9E3779B97F4A7C15)
        h ^= shr(h, 32)
    h = mul(h, 0xD6E8FEB86659FD93)
    return h ^ shr(h, 29)


@kernel
def canonical(cells: p_i32, best: p_i64, images: Images) -> i64:
    """The least packed words among a state and its images."""
    other = stack_i32(CELLS)
    packed = stack_i64(WORDS)
    qb_pack(cells, best)
    for g in range(images.order):
        row = g * CELLS
        for c in range(CELLS):
            value = cells[images.source[row + c]]
            place = images.offset[row + c]
            if place != IDENTITY:
                value = images.image[place + value]
            other[c] = value
        qb_pack(other, packed)
        if less(packed, best) != 0:
            for w in range(WORDS):
                best[w] = packed[w]
    return 0


# -------------------------------------------------------------------------------------- the notes


@kernel
def fault(s: p_i64, status: i64, index: i64, code: i64) -> i64:
    """Note a fault in the block."""
    s[S_STATUS] = status
    s[S_BAD] = index
    s[S_CODE] = code
    return FAULT


@kernel
def note(notes: p_i64, place: i64, key: i64, state: i64) -> i64:
    """Count a state under a heading, and keep the first by choices, steps and id."""
    mine = at(notes, place * NOTE)
    mine[0] += 1
    if mine[0] == 1 or key < mine[1] or (key == mine[1] and state < mine[2]):
        mine[1] = key
        mine[2] = state
    return 0


@kernel
def note_extreme(mine: p_i64, value: i64, key: i64, state: i64) -> i64:
    """Keep a score if it is less than the least so far (``mine[0]``), or equal and met earlier."""
    if value < mine[0] or (value == mine[0] and (key < mine[1] or (key == mine[1] and state < mine[2]))):
        mine[0] = value
        mine[1] = key
        mine[2] = state
    return 0


@kernel
def winners(cells: p_i32, env: p_i64) -> i64:
    """The players who have won, as bits, or a violation."""
    found = 0
    for player in range(PLAYERS):
        won = qb_wins(cells, env, player)
        if won < 0:
            return won
        found |= won << player
    return found


@kernel
def note_result(cells: p_i32, env: p_i64, what: i64, notes: p_i64, key: i64, state: i64) -> i64:
    """Count an end by place: deadlock, silences, sets of winners, cut off; its winners (0: none), or a violation."""
    if what == DEADLOCK:
        return note(notes, 0, key, state)
    if what == SILENT_STATE:
        return note(notes, cells[SILENT_CELL], key, state)
    if what == CUT:
        return note(notes, 1 + SILENCES + (1 << PLAYERS), key, state)
    who = winners(cells, env)
    if who >= 0:
        note(notes, 1 + SILENCES + who, key, state)
    return who


@kernel
def note_end(cells: p_i32, env: p_i64, what: i64, notes: p_i64, scores: p_i64, key: i64, state: i64) -> i64:
    """Count an end, and keep the extremes of its scores; a status."""
    who = note_result(cells, env, what, notes, key, state)
    if who < 0:
        return who
    if what != OVER:
        return 0
    value = stack_i64(1)
    for player in range(SCORES):
        status = qb_score(cells, env, player, value)
        if status < 0:
            return status
        note_extreme(at(scores, player * EXTREME), value[0], key, state)
        note_extreme(at(scores, player * EXTREME + 3), -value[0], key, state)
    return 0


# ------------------------------------------------------------------------------- into the module

MOST_PLAYERS = 12  # ends are counted by set of winners


def constants(system: System) -> dict[str, int]:
    """The sizes of a model under the names that the kernels use.

    Raises BadInput if so many players can win that their sets cannot be counted one by one.
    """
    players = scores = 0
    if system.wins is not None:
        players = size(system.functions[system.wins].params[0][1])
    if system.score is not None:
        params = system.functions[system.score].params
        scores = size(params[0][1]) if params else 1
    if players > MOST_PLAYERS:
        raise BadInput(
            f"{players} players may win",
            where=f"{system.ruleset}/{system.mode}",
            remedy=f"the native engines count ends by set of winners, for at most {MOST_PLAYERS} players",
        )
    return {
        "CELLS": len(system.cells),
        "WORDS": layout(system).words,
        "JUDGES": len(system.judges),
        "SILENT_CELL": system.silent_cell,
        "SILENCES": len(system.silences),
        "CHANCE_BASE": Coding(system).chance_base,
        "PLAYERS": players,
        "SCORES": scores,
        "CLAUSES": len(system.clauses),
        "RULINGS": len(system.rulings),
        "BEFORE": int(system.notes.get("before", 0)),
        "ONWARDS": int(system.notes.get("onwards", 0)),
    }


def add_kernels(module: Any, system: System, kernels: Iterable[Callable[..., int]]) -> None:
    """Compile kernels into the LLVM module of a model in which its ``qb_`` functions are declared.

    A model without winners or scores need not declare ``qb_wins`` or ``qb_score``; without ``qb_rejudges``, all
    predicates are asked anew in each state.
    """
    for name, params in (("qb_wins", [PTR, PTR, I64]), ("qb_score", [PTR, PTR, I64, PTR])):
        if name not in module.globals:
            _define(module, name, params).ret(ir.Constant(I64, 0))
    _define_rejudges(module)
    if "qb_moves" in module.globals:
        _define_chances(module, system)
    compile_kernels(module, kernels, constants(system))


def _define(module: Any, name: str, params: list[Any]) -> Any:
    function = ir.Function(module, ir.FunctionType(I64, params), name)
    function.linkage = "internal"
    return ir.IRBuilder(function.append_basic_block())


def _define_rejudges(module: Any) -> None:
    if "qb_rejudges" not in module.globals:
        _define(module, "qb_changed", [PTR, PTR]).ret(ir.Constant(I64, -1))
        build = _define(module, "qb_rejudges", [PTR, PTR, PTR, I64, I64])
        judges = module.globals["qb_judges"]
        given = zip(build.function.args, judges.args, strict=False)
        build.ret(build.call(judges, [build.bitcast(a, f.type) for a, f in given]))


def _define_chances(module: Any, system: System) -> None:
    """Define ``qb_chances``: the listings of the chance events, one after the other.

    So a state of choice is told from a state of chance without listing its actions.  Where the module has no
    listings of its own for each transition, all moves are listed and actions dropped.
    """
    coding = Coding(system)
    build = _define(module, "qb_chances", [PTR, PTR, PTR, I64])
    cells, env, out, cap = build.function.args
    zero = ir.Constant(I64, 0)
    chances = [i for i in coding.order if system.transitions[i].kind == "chance"]
    listings = [module.globals.get(f"moves.{system.transitions[i].name}") for i in chances]
    if all(listings):
        n = zero
        for listing in listings:
            arguments = zip((cells, env, out, n, cap), listing.args, strict=True)
            n = build.call(
                listing, [a if a.type == f.type else build.bitcast(a, f.type) for a, f in arguments]
            )
            with build.if_then(build.icmp_signed("<", n, zero)):
                build.ret(n)
        build.ret(n)
        return
    moves = module.globals["qb_moves"]
    n = build.call(moves, [cells, env, out, cap])
    with build.if_then(build.icmp_signed(">", n, zero)):
        chance = build.icmp_signed(">=", build.load(out, typ=I64), ir.Constant(I64, coding.chance_base))
        build.ret(build.select(chance, n, zero))
    build.ret(n)
