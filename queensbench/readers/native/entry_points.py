"""The functions by which engines use a system's machine code: ``qb_moves``, ``qb_apply`` and the others.

Their signatures and answers (``cells`` is ``i32*``, everything else 64 bits; statuses are in
:mod:`queensbench.readers.native.layout`):

=========================================  ==================================================================
``qb_initial(cells, env)``                 the start state; a status
``qb_settle(cells, env)``                  runs automatic steps in place until none is possible; OK, SILENT, a
                                           violation, or UNSETTLED
``qb_over(cells, env)``                    1 or 0, or a violation
``qb_moves(cells, env, out, cap)``         the codes of all enabled moves, ascending, and their number; a
                                           fault (its move in ``out[0]``, -1 for none) or OVERFLOW
``qb_weight(cells, env, code, out)``       a status; in ``out[0]`` the weight of a chance event, 1 for a choice
``qb_decider(cells, env, code, out)``      a status; in ``out[0]`` the raw player whose choice a move is, -1 for
                                           nobody's
``qb_apply(source, target, env, code)``    one move on a copy; a status
``qb_pack(cells, words)``, ``qb_unpack``   the packed form of a state, and back
``qb_judges(cells, env, out)``             for each property 1, 0 or a violation; the number that is not 1
``qb_changed(before, after)``              the groups of cells in which two states differ, as bits
``qb_rejudges(cells, env, out, changed,    ``qb_judges`` where the answers for another state stand in ``out``, and
failing)``                                 how many are not 1 in ``failing``; ``changed`` as ``qb_changed`` says
``qb_wins(cells, env, player)``            1 or 0, or a violation; this and the next only if declared
``qb_score(cells, env, player, out)``      a status; in ``out[0]`` the score
``qb_opaque(number, cells, env, args)``    1 or 0: what an opaque rule answers, where it may be told
                                           (:mod:`queensbench.readers.native.oracle`)
=========================================  ==================================================================

A module also holds ``moves.NAME(cells, env, out, n, cap)`` for each action and chance event: it appends the
codes of that transition alone, to ``n`` that are there, and answers the new ``n``.  Where rulings count in any
answer there is ``automatic.NAME(source, target, env)`` for each automatic step: that one step, tried on a copy; a
status.

``qb_apply`` needs two different states.  It tests the requirements, but not what makes a move no move for
another reason: a game that is over or silent, a weight of 0.  When it refuses or reports a violation, the
target is worth nothing.  ``qb_settle`` leaves the state as it was when a step is refused; after a violation
the state is worth nothing either.

Counting: a clause counts when its block is entered, or its rule called, in a run of ``qb_initial``,
``qb_apply`` or ``qb_settle`` that is not refused; a transition's own clauses when it succeeds.  A run that is
refused after it has counted is run again to take it back, which happens seldom.  Rulings count wherever
machine code reads them in those three and in ``qb_moves``, where a test moved outward reads them once for
many moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from queensbench.readers.native import llvm_text as ll
from queensbench.readers.native.bodies import Program, Writer
from queensbench.readers.native.expressions import CELLS, ENV, I32, I64, JUDGE, PROBE, i64
from queensbench.readers.native.frames import Entry, Leaf, judged, status_of
from queensbench.readers.native.judging import write_judges
from queensbench.readers.native.layout import (
    BADWEIGHT,
    OK,
    OVERFLOW,
    REFUSED,
    SETTLE_STEPS,
    SILENT,
    UNSETTLED,
)
from queensbench.rules.typed import guards, ir
from queensbench.rules.typed.move_codes import Coding


def write_entries(program: Program, unused: Collection[str] = ()) -> None:
    """Write the entry functions of a system into its module, but for those ``unused`` that no other one calls."""
    system = program.system
    writers: dict[str, Callable[[Program], None]] = {
        "qb_over": _write_over,
        "qb_initial": _write_initial,
        "qb_settle": _write_settle,
        "qb_moves": _write_moves,
        "qb_weight": _write_weight,
        "qb_decider": _write_decider,
        "qb_apply": _write_apply,
        "qb_pack": _write_pack,
        "qb_unpack": _write_unpack,
        "qb_judges": write_judges,
    }
    for name, write in writers.items():
        if name not in unused:
            write(program)
    if program.answers_counted:
        _write_automatic(program)
        _write_oracle(program)
    if system.wins is not None and "qb_wins" not in unused:
        _write_wins(program, system.wins)
    if system.score is not None and "qb_score" not in unused:
        _write_score(program, system.score)


def _write_over(program: Program) -> None:
    e = Entry(program, "qb_over", [CELLS, ENV])
    if program.system.over is None:
        e.builder.ret(i64(0))
        return
    over = program.function(program.system.over, JUDGE)
    e.builder.ret(judged(e.builder, over, e.builder.call(over.function, list(e.args))))


def _write_initial(program: Program) -> None:
    e = Entry(program, "qb_initial", [CELLS, ENV])
    shape = ll.ArrayType(I32, program.layout.ncells)
    blank = ll.GlobalVariable(program.module, shape, "blank")
    blank.initializer = ll.Constant(shape, [t.lo for t in program.system.cells])
    blank.global_constant = True
    blank.linkage = "internal"
    cells, env = e.args
    start = e.builder.gep(blank, [i64(0), i64(0)], inbounds=True)
    program.copy(e.builder, cells, start)
    e.builder.ret(e.run(program.system.initial, cells, env, [], restore=start))


def _write_settle(program: Program) -> None:
    e = Entry(program, "qb_settle", [CELLS, ENV])
    cells, env = e.args
    builder = e.builder
    steps = [t.function for t in program.system.transitions if t.kind == "automatic"]
    copied = {f for f in steps if program.effects.refuses_after(f, guards.MUTATES)}
    scratch = e.scratch() if copied else None
    e.leave_if(e.silent(cells), i64(SILENT))
    if not steps:
        builder.ret(i64(OK))
        return
    before, again, stepped = builder.block, e.label(), e.label()
    builder.branch(again)
    builder.position_at_end(again)
    taken = builder.phi(I64)
    taken.add_incoming(i64(0), before)
    if program.system.over is not None:
        over = e.call("qb_over", [cells, env])
        e.leave_if(builder.icmp_signed("!=", over, i64(0)), over)  # over is 1, as OK is
    for function in steps:
        assert not program.system.functions[function].params, "an automatic step has no arguments"
        if function in copied:
            program.copy(builder, scratch, cells)
            status = e.run(function, scratch, env, [], restore=cells)

            def keep() -> None:
                program.copy(builder, cells, scratch)

            e.when(builder.icmp_signed(">=", status, i64(OK)), keep)
        else:
            status = e.run(function, cells, env, [])
        happened = e.label()
        onward = e.label()
        builder.cbranch(builder.icmp_signed("==", status, i64(REFUSED)), onward, happened)
        builder.position_at_end(happened)
        e.leave_if(builder.icmp_signed("!=", status, i64(OK)), status)
        builder.branch(stepped)
        builder.position_at_end(onward)
    builder.ret(i64(OK))
    builder.position_at_end(stepped)
    count = builder.add(taken, i64(1))
    unsettled = OK if program.system.notes.get("onwards") else UNSETTLED
    e.leave_if(builder.icmp_signed(">", count, i64(SETTLE_STEPS)), i64(unsettled))
    taken.add_incoming(count, builder.block)
    builder.branch(again)


def _write_automatic(program: Program) -> None:
    """Each automatic step by itself; whether it is its turn, callers know."""
    for transition in program.system.transitions:
        if transition.kind == "automatic":
            e = Entry(program, f"automatic.{transition.name}", [CELLS, CELLS, ENV])
            source, target, env = e.args
            program.copy(e.builder, target, source)
            e.builder.ret(e.run(transition.function, target, env, [], restore=source))


def _write_oracle(program: Program) -> None:
    """The rules that may be told what to answer, by themselves (:mod:`queensbench.readers.native.oracle`)."""
    if not program.told_apart:
        return
    e = Entry(program, "qb_opaque", [I64, CELLS, ENV, ENV])
    asked, cells, env, arguments = e.args
    builder = e.builder
    for number in sorted(program.told_apart):
        mine, other = e.label(), e.label()
        builder.cbranch(builder.icmp_signed("==", asked, i64(number)), mine, other)
        builder.position_at_end(mine)
        params = range(len(program.system.functions[number].params))
        given = [builder.load(builder.gep(arguments, [i64(place)], inbounds=True)) for place in params]
        builder.ret(builder.call(program.own(number, PROBE).function, [cells, env, *given]))
        builder.position_at_end(other)
    builder.ret(i64(0))


class _Moves(Writer):
    """One transition's part of the moves: ``(cells, env, out, n, cap)``, answers the new n."""

    def __init__(
        self, program: Program, transition: ir.Transition, domains: Sequence[ir.Type], base: int
    ) -> None:
        source = program.system.functions[transition.function]
        function = ll.Function(
            program.module, ll.FunctionType(I64, [CELLS, ENV, ENV, I64, I64]), f"moves.{transition.name}"
        )
        function.linkage = "internal"
        super().__init__(program, function, program.mode(PROBE, -1), len(source.slots))
        self._whole = program
        self.transition = transition
        self.domains = domains
        self.plan = guards.plan(program.system, program.effects, transition.function)
        self.at = self.place()  # the code of the move that is being decided
        self.n = self.place()
        self.builder.store(function.args[3], self.n)
        self.refused = self.label()  # where to go on when what is being decided is not enabled
        done = self.refused
        self._scratch = None
        if self.plan.rest_mutates:
            self._scratch = ll.IRBuilder(self.entry).alloca(I32, program.layout.ncells)
        self._level(0, i64(base))
        self.builder.position_at_end(done)
        self.builder.ret(self.builder.load(self.n))
        self.close()

    def refuse(self) -> None:
        self.builder.branch(self.refused)

    def propagate(self, status: Any) -> None:
        builder = self.builder
        after, bad = self.label(), self.label()
        builder.cbranch(builder.icmp_signed("==", status, i64(OK)), after, bad)
        builder.position_at_end(bad)
        self._join_fault(status)
        builder.cbranch(builder.icmp_signed("<", status, i64(0)), self.faulted(), self.refused)
        builder.position_at_end(after)

    def finish_fault(self, status: Any) -> None:
        builder = self.builder
        write, leave = self.label(), self.label()
        builder.cbranch(builder.icmp_signed(">", self.function.args[4], i64(0)), write, leave)
        builder.position_at_end(write)
        builder.store(builder.load(self.at), self.function.args[2])
        builder.branch(leave)
        builder.position_at_end(leave)
        builder.ret(status)

    def _level(self, k: int, code: Any) -> None:
        """Decide what can be decided with ``k`` arguments bound, then bind the next; ends its block."""
        builder = self.builder
        builder.store(code, self.at)
        for step in self.plan.levels[k]:
            if step.slot is None:
                holds = self.label()
                self.branch(step.value, holds, self.refused)
                builder.position_at_end(holds)
            else:
                builder.store(self.value(step.value), self.slots[step.slot])
        if k == len(self.domains):
            self._found(code)
            return
        t = self.domains[k]
        stride = 1
        for later in self.domains[k + 1 :]:
            stride *= ir.size(later)

        def bound(value: Any) -> None:
            digit = builder.sub(value, i64(t.lo)) if t.lo else value
            self._level(k + 1, builder.add(code, builder.mul(digit, i64(stride))))

        outer = self.refused
        prescribed = self.plan.prescribed[k]
        if prescribed is not None:
            value = self.value(prescribed)
            inside = self.label()
            builder.cbranch(self.within(value, t), inside, outer)
            builder.position_at_end(inside)
            builder.store(value, self.slots[k])
            bound(value)
            return

        def once(following: Any) -> None:
            self.refused = following
            bound(builder.load(self.slots[k]))

        self.loop(range(t.lo, t.hi + 1), self.slots[k], once)
        self.refused = outer
        builder.branch(outer)

    def _found(self, code: Any) -> None:
        """Once all arguments are bound and the prefix is passed, run the rest if need be, weigh, and append."""
        builder = self.builder
        number = self.transition.function
        args = [builder.load(self.slots[slot]) for slot in range(len(self.domains))]
        if self.plan.rest:
            cells = self.cells
            if self._scratch is not None:
                cells = self._scratch
                self._whole.copy(builder, cells, self.cells)
            rest = self._whole.part(number, PROBE, self.plan.rest)
            status = status_of(builder, rest, builder.call(rest.function, [cells, self.env, *args]))
            enabled = self.label()
            builder.cbranch(builder.icmp_signed("!=", status, i64(REFUSED)), enabled, self.refused)
            builder.position_at_end(enabled)
        if self.transition.weight is not None:
            function = self.program.function(self.transition.weight, PROBE)
            result = builder.call(function.function, [self.cells, self.env, *args])
            if function.faults:
                self.propagate(builder.extract_value(result, 0))
                result = builder.extract_value(result, 1)
            possible, sound = self.label(), self.label()
            builder.cbranch(builder.icmp_signed("!=", result, i64(0)), possible, self.refused)
            builder.position_at_end(possible)
            self._join_fault(i64(BADWEIGHT))
            builder.cbranch(builder.icmp_signed(">", result, i64(0)), sound, self.faulted())
            builder.position_at_end(sound)
        n = builder.load(self.n)
        full, room = self.label(), self.label()
        builder.cbranch(builder.icmp_signed("<", n, self.function.args[4]), room, full)
        builder.position_at_end(full)
        builder.ret(i64(OVERFLOW))
        builder.position_at_end(room)
        builder.store(code, builder.gep(self.function.args[2], [n], inbounds=True))
        builder.store(builder.add(n, i64(1)), self.n)
        builder.branch(self.refused)


def _write_moves(program: Program) -> None:
    coding = Coding(program.system)
    e = Entry(program, "qb_moves", [CELLS, ENV, ENV, I64])
    cells, env, out, cap = e.args
    builder = e.builder
    e.leave_if(e.silent(cells), i64(0))
    if program.system.over is not None:
        over = e.call("qb_over", [cells, env])

        def nowhere() -> None:
            e.when(builder.icmp_signed(">", cap, i64(0)), lambda: builder.store(i64(-1), out))

        e.when(builder.icmp_signed("<", over, i64(0)), nowhere)
        stopped = builder.icmp_signed("!=", over, i64(0))
        e.leave_if(stopped, builder.select(builder.icmp_signed("<", over, i64(0)), over, i64(0)))
    n: Any = i64(0)
    for number in coding.order:
        domains = coding.domains[number]
        if all(ir.size(t) > 0 for t in domains):
            transition = program.system.transitions[number]
            moves = _Moves(program, transition, domains, coding.base_of[number])
            n = builder.call(moves.function, [cells, env, out, n, cap])
            e.leave_if(builder.icmp_signed("<", n, i64(0)), n)
    builder.ret(n)


def _write_weight(program: Program) -> None:
    coding = Coding(program.system)
    e = Entry(program, "qb_weight", [CELLS, ENV, I64, ENV])
    cells, env, code, out = e.args
    leaves: list[Leaf] = []
    for number in coding.order:
        weight = program.system.transitions[number].weight
        domains = coding.domains[number]
        if weight is not None and all(ir.size(t) > 0 for t in domains):

            def leaf(digits: Any, weight: int = weight, domains: Sequence[ir.Type] = domains) -> None:
                function = program.function(weight, JUDGE)
                args = e.decode(digits, domains)
                value = e.answer(function, e.builder.call(function.function, [cells, env, *args]), out)
                e.leave_if(e.builder.icmp_signed("<", value, i64(0)), i64(BADWEIGHT))
                e.builder.ret(i64(OK))

            leaves.append((coding.base_of[number], _count(domains), leaf))
    e.dispatch(code, leaves, e.given(i64(1), out))


def _write_decider(program: Program) -> None:
    coding = Coding(program.system)
    e = Entry(program, "qb_decider", [CELLS, ENV, I64, ENV])
    cells, env, code, out = e.args
    leaves: list[Leaf] = []
    for number in coding.order:
        decider = program.system.transitions[number].decider
        domains = coding.domains[number]
        if all(ir.size(t) > 0 for t in domains):  # all of them: between the leaves there is no gap

            def leaf(digits: Any, decider: int | None = decider) -> None:
                if decider is None:
                    e.builder.store(i64(-1), out)
                else:
                    function = program.function(decider, JUDGE)
                    e.answer(function, e.builder.call(function.function, [cells, env]), out)
                e.builder.ret(i64(OK))

            leaves.append((coding.base_of[number], _count(domains), leaf))
    e.dispatch(code, leaves, e.given(i64(-1), out))


def _write_apply(program: Program) -> None:
    coding = Coding(program.system)
    e = Entry(program, "qb_apply", [CELLS, CELLS, ENV, I64])
    source, target, env, code = e.args
    program.copy(e.builder, target, source)
    leaves: list[Leaf] = []
    for number in coding.order:
        domains = coding.domains[number]
        if all(ir.size(t) > 0 for t in domains):
            function = program.system.transitions[number].function

            def leaf(digits: Any, function: int = function, domains: Sequence[ir.Type] = domains) -> None:
                e.builder.ret(e.run(function, target, env, e.decode(digits, domains), restore=source))

            leaves.append((coding.base_of[number], _count(domains), leaf))
    other = e.label()
    ll.IRBuilder(other).ret(i64(REFUSED))
    e.dispatch(code, leaves, other)


def _count(domains: Sequence[ir.Type]) -> int:
    count = 1
    for t in domains:
        count *= ir.size(t)
    return count


def _write_pack(program: Program) -> None:
    e = Entry(program, "qb_pack", [CELLS, ENV])
    cells, words = e.args
    builder = e.builder
    packed: list[Any] = [None] * program.layout.words
    for cell, (t, place) in enumerate(zip(program.system.cells, program.layout.places, strict=True)):
        if not place.bits:
            continue
        raw = builder.load(builder.gep(cells, [i64(cell)], inbounds=True))
        value = builder.zext(raw, I64) if t.lo >= 0 else builder.sext(raw, I64)
        if t.lo:
            value = builder.sub(value, i64(t.lo))
        if place.shift:
            value = builder.shl(value, i64(place.shift))
        so_far = packed[place.word]
        packed[place.word] = value if so_far is None else builder.or_(so_far, value)
    for word, value in enumerate(packed):
        builder.store(i64(0) if value is None else value, builder.gep(words, [i64(word)], inbounds=True))
    builder.ret(i64(OK))


def _write_unpack(program: Program) -> None:
    e = Entry(program, "qb_unpack", [ENV, CELLS])
    words, cells = e.args
    builder = e.builder
    packed = [
        builder.load(builder.gep(words, [i64(word)], inbounds=True)) for word in range(program.layout.words)
    ]
    for cell, (t, place) in enumerate(zip(program.system.cells, program.layout.places, strict=True)):
        value = i64(0)
        if place.bits:
            value = packed[place.word]
            value = builder.lshr(value, i64(place.shift)) if place.shift else value
            value = builder.and_(value, i64(2**place.bits - 1))
        if t.lo:
            value = builder.add(value, i64(t.lo))
        builder.store(builder.trunc(value, I32), builder.gep(cells, [i64(cell)], inbounds=True))
    builder.ret(i64(OK))


def _write_wins(program: Program, number: int) -> None:
    """Whether a player has won an ended game; 0 for a number that is no player's."""
    e = Entry(program, "qb_wins", [CELLS, ENV, I64])
    args = _player(e, number, [])
    function = program.function(number, JUDGE)
    e.builder.ret(judged(e.builder, function, e.builder.call(function.function, [*e.args[:2], *args])))


def _write_score(program: Program, number: int) -> None:
    """The score of an ended game, for a player if it has that argument; 0 for a number that is no player's."""
    e = Entry(program, "qb_score", [CELLS, ENV, I64, ENV])
    out = e.args[3]
    e.builder.store(i64(0), out)
    args = _player(e, number, [OK])
    function = program.function(number, JUDGE)
    e.answer(function, e.builder.call(function.function, [*e.args[:2], *args]), out)
    e.builder.ret(i64(OK))


def _player(e: Entry, number: int, otherwise: Sequence[int]) -> list[Any]:
    """The arguments of a judgement; a number out of the player's range is answered ``otherwise``, or with 0."""
    params = e.system.functions[number].params
    if not params:
        return []
    t, player = params[0][1], e.args[2]
    nobody = e.builder.icmp_unsigned(">=", e.builder.sub(player, i64(t.lo)), i64(max(ir.size(t), 0)))
    e.leave_if(nobody, i64(*otherwise or [0]))
    return [player]
