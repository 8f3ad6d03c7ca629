"""The third reader: symbolic execution of rules (King, 1976), for z3.

A run of a rule over symbolic cells gives one merged result: the cells afterwards, and under which conditions the
transition is refused, falls silent, or violates which obligation.  Both branches of a condition are executed and
merged cell by cell; an early return carries a condition under which the rest still runs; a path condition is kept
inside conditions, generators and lazy operators, so that no obligation fails for a branch that is not taken.
Whatever is known (a fixed phase, a fixed argument, a house reading) folds away before z3 sees it.

Numbers are z3 integers or bit-vectors (:class:`Integers`, :class:`BitVectors`); truth values are z3 Booleans.
Known values are plain Python ``int`` and ``bool``.

What it cannot see: whether a state can be reached.  A transition is one micro-step: automatic steps are
transitions of their own here, so a claim proved of every micro-step holds of settled states as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from queensbench.readers.symbolic.changes import Change
from queensbench.readers.symbolic.memo import Recall
from queensbench.readers.symbolic.state_symbols import StateSymbols
from queensbench.readers.symbolic.terms import (
    BitVectors,
    Integers,
    Sort,
    Term,
    and_,
    is_known,
    not_,
    or_,
    width,
)
from queensbench.rules.typed import ir

__all__ = [
    "BitVectors",
    "Frame",
    "Integers",
    "Result",
    "Run",
    "Sort",
    "Symbolic",
    "Term",
    "and_",
    "is_known",
    "not_",
    "or_",
    "width",
]


@dataclass
class Result:
    """The result of a run.

    ``cells``: the state afterwards (where neither refused nor violated).  ``refused``, ``silent``: conditions.
    ``violations``: conditions by site, each without an earlier event.  ``value``: of a rule that returns one.
    ``changes``: the numbers stored.  ``views``: at each violation, the cells as they were and how many changes there
    had been.  ``barred``: some requirement holds in no state at all, for a size of the box.  ``facts``: what is true of
    every run, though it does not follow from the conditions alone.  ``refusals``: the conditions of ``refused``, one
    for each requirement, in order.
    """

    cells: list[Term]
    refused: Term
    silent: Term
    violations: list[tuple[int, Term]]
    value: Term = None
    changes: list[Change] = field(default_factory=list)
    views: list[tuple[list[Term], int]] = field(default_factory=list)
    barred: bool = False
    facts: list[Term] = field(default_factory=list)
    refusals: list[Term] = field(default_factory=list)

    @property
    def violated(self) -> Term:
        """Whether any obligation is violated."""
        return or_(*(condition for _, condition in self.violations))


@dataclass
class Frame:
    """A call under way: its slots, the condition under which it still runs, its result so far."""

    slots: list[Term]
    alive: Term = True
    value: Term = None


@dataclass
class Run:
    """A transition under way."""

    cells: list[Term]
    ok: Term = True
    refused: Term = False
    silent: Term = False
    violations: list[tuple[int, Term]] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    views: list[tuple[list[Term], int]] = field(default_factory=list)
    barred: bool = False
    facts: list[Term] = field(default_factory=list)
    refusals: list[Term] = field(default_factory=list)


class Symbolic(StateSymbols):
    """The rules of a system over symbols, which :class:`StateSymbols` describes.

    ``spare``: slots of a call beyond those of its rule.  ``hoists``: whether proofs use
    :mod:`queensbench.readers.symbolic.hoisting`.  ``takes_any``: whether opaque rules have any answer
    (:mod:`queensbench.readers.symbolic.memo`), which is right for what is to hold in every case, and for nothing else.
    """

    spare = 0
    hoists = False
    takes_any = False

    @cached_property
    def recall(self) -> Recall:
        """The memo of pure rules."""
        return Recall(self.system)

    # ------------------------------------------------------------------------------------- running

    def initial(self) -> Result:
        """The start state (not settled)."""
        run = Run(self.blank())
        self._call(run, self.system.initial, [], True)
        return Result(run.cells, run.refused, run.silent, run.violations)

    def step(self, transition: int, cells: Sequence[Term], args: Sequence[Term]) -> Result:
        """One transition from a state that is neither over nor silent, which the caller has to see to."""
        run = Run(list(cells))
        self._call(run, self.system.transitions[transition].function, list(args), True)
        return Result(
            run.cells,
            run.refused,
            run.silent,
            run.violations,
            None,
            run.changes,
            run.views,
            run.barred,
            run.facts,
            run.refusals,
        )

    def weighty(self, transition: int, cells: Sequence[Term], args: Sequence[Term]) -> Term:
        """That a chance event has a weight other than 0, without which it does not happen; true of an action."""
        weight = self.system.transitions[transition].weight
        return True if weight is None else not_(self.equal(self.ask(weight, cells, args).value, 0))

    def ask(self, function: int, cells: Sequence[Term], args: Sequence[Term] = ()) -> Result:
        """The result of a rule that changes nothing, with its value."""
        run = Run(list(cells))
        value = self._call(run, function, list(args), True)
        return Result(run.cells, run.refused, run.silent, run.violations, value)

    def over(self, cells: Sequence[Term]) -> Term:
        """Whether the game has ended (obligations of the rule itself aside)."""
        return False if self.system.over is None else self.ask(self.system.over, cells).value

    def stopped(self, cells: Sequence[Term]) -> Term:
        """Whether the play has stopped: it is over, or silent."""
        return or_(self.over(cells), not_(self.equal(cells[self.system.silent_cell], 0)))

    def judge(self, number: int, cells: Sequence[Term]) -> tuple[Term, list[tuple[int, Term]]]:
        """A judge over all values of its arguments, and the violations on the way: conditions by site."""
        function = self.system.judges[number].function
        params = self.system.functions[function].params
        parts: list[Term] = []
        violations: list[tuple[int, Term]] = []
        for values in product(*(range(t.lo, t.hi + 1) for _, t in params)):
            args = [
                bool(v) if isinstance(t, ir.BoolType) else v for v, (_, t) in zip(values, params, strict=True)
            ]
            found = self.ask(function, cells, args)
            parts.append(found.value)
            violations += found.violations
        return and_(*parts), violations

    def conjuncts(self, number: int, cells: Sequence[Term]) -> Iterator[tuple[tuple[int, ...], Term]]:
        """A judge for each value of its arguments: one goal each."""
        function = self.system.judges[number].function
        params = self.system.functions[function].params
        for values in product(*(range(t.lo, t.hi + 1) for _, t in params)):
            args = [
                bool(v) if isinstance(t, ir.BoolType) else v for v, (_, t) in zip(values, params, strict=True)
            ]
            yield values, self.ask(function, cells, args).value

    # --------------------------------------------------------------------------------------- events

    def _violate(self, run: Run, site: int, condition: Term) -> None:
        condition = and_(run.ok, condition)
        if condition is False:
            return
        run.violations.append((site, condition))
        run.views.append((list(run.cells), len(run.changes)))
        run.ok = and_(run.ok, not_(condition))

    # ---------------------------------------------------------------------------------------- calls

    def _call(self, run: Run, number: int, args: list[Term], path: Term) -> Term:
        if self.recall.reads(number) is None:
            return self._execute(run, number, args, path)
        asked = Run(run.cells)

        def answer() -> Term:
            if self.takes_any and self.recall.opaque(number):
                return self.symbol(self.recall.name(number, args, run.cells, self.readings), ir.BoolType())
            return self._execute(asked, number, args, True)

        return self.recall.ask(number, args, run.cells, self.readings, answer)

    def _execute(self, run: Run, number: int, args: list[Term], path: Term) -> Term:
        function = self.system.functions[number]
        frame = Frame(args + [None] * (len(function.slots) + self.spare - len(args)))
        self._block(run, frame, function.body, path)
        return frame.value

    def _block(self, run: Run, frame: Frame, body: Sequence[ir.Stmt], path: Term) -> None:
        for stmt in body:
            here = and_(path, frame.alive)
            if here is False:
                return
            self._statement(run, frame, stmt, here, path)

    def _statement(self, run: Run, frame: Frame, stmt: ir.Stmt, here: Term, path: Term) -> None:
        match stmt:
            case ir.Let(slot, value):
                frame.slots[slot] = self._expr(run, frame, value, here)
            case ir.Store():
                self._store(run, frame, stmt, here)
            case ir.If(condition, then, orelse):
                test = self._expr(run, frame, condition, here)
                if is_known(test):
                    self._block(run, frame, then if test else orelse, path)
                    return
                self._branch(run, frame, test, then, orelse, path)
            case ir.For(slot, values, body):
                for item in values:
                    if and_(path, frame.alive) is False:
                        return
                    frame.slots[slot] = item
                    self._block(run, frame, body, path)
            case ir.Return(value):
                if value is not None:
                    term = self._expr(run, frame, value, here)
                    frame.value = term if frame.value is None else self.choose(frame.alive, term, frame.value)
                frame.alive = False
            case ir.Require(condition, _):
                test = self._expr(run, frame, condition, here)
                bad = and_(run.ok, here, not_(test))
                run.refused = or_(run.refused, bad)
                if bad is not False:
                    run.refusals.append(bad)
                run.barred = run.barred or (test is False and here is True)
                run.ok = and_(run.ok, or_(not_(here), test))
            case ir.Do(number, args):
                terms = [self._expr(run, frame, arg, here) for arg in args]
                self._call(run, number, terms, here)
            case ir.Clause(_, body):
                self._block(run, frame, body, path)
            case ir.Silent(number):
                now = and_(run.ok, here)
                cell = self.system.silent_cell
                run.cells[cell] = self.choose(now, 1 + number, run.cells[cell])
                run.silent = or_(run.silent, now)
                run.ok = and_(run.ok, not_(here))
                frame.alive = False

    def _branch(
        self,
        run: Run,
        frame: Frame,
        test: Term,
        then: Sequence[ir.Stmt],
        orelse: Sequence[ir.Stmt],
        path: Term,
    ) -> None:
        cells, slots, alive, value = list(run.cells), list(frame.slots), frame.alive, frame.value
        self._block(run, frame, then, and_(path, test))
        one = (run.cells, frame.slots, frame.alive, frame.value)
        run.cells, frame.slots, frame.alive, frame.value = cells, slots, alive, value
        self._block(run, frame, orelse, and_(path, not_(test)))
        run.cells = [a if a is b else self.choose(test, a, b) for a, b in zip(one[0], run.cells, strict=True)]
        frame.slots = [
            b if a is None else a if b is None or a is b else self.choose(test, a, b)
            for a, b in zip(one[1], frame.slots, strict=True)
        ]
        frame.alive = self.choose(test, one[2], frame.alive)
        if one[3] is None or frame.value is None:
            frame.value = frame.value if one[3] is None else one[3]
        else:
            frame.value = self.choose(test, one[3], frame.value)

    def _store(self, run: Run, frame: Frame, stmt: ir.Store, here: Term) -> None:
        value = self._expr(run, frame, stmt.value, here)
        index = [self._expr(run, frame, i, here) for i in stmt.index]
        block = self.system.fields[stmt.field]
        if stmt.site_index >= 0:
            self._within(run, index, block.index, stmt.site_index, here)
        if stmt.site_value >= 0:
            self._violate(run, stmt.site_value, and_(here, not_(self.inside(value, block.value))))
        # A silence freezes the state, an early return ends this rule; a refused run's state does not count.
        guard = and_(here, not_(run.silent))
        places = tuple(self._places(block.offset, block.index, index))
        if not isinstance(block.value, ir.BoolType):
            old = tuple(run.cells[cell] for cell, _ in places)
            types = tuple(block.index)
            run.changes.append(
                Change(guard, value, block.offset, types, tuple(index), places, old, block.value)
            )
        for cell, condition in places:
            run.cells[cell] = self.choose(and_(guard, condition), value, run.cells[cell])

    def held(self, change: Change) -> Term:
        """The value that a change replaced, as a rule reads it."""
        places = [(i, condition) for i, (_, condition) in enumerate(change.places)]
        return self._select(change.old, places, change.type)

    def _within(
        self, run: Run, index: Sequence[Term], types: Sequence[ir.Type], site: int, here: Term
    ) -> None:
        inside = and_(*(self.inside(i, t) for i, t in zip(index, types, strict=True)))
        self._violate(run, site, and_(here, not_(inside)))

    def _places(self, offset: int, types: Sequence[ir.Type], index: Sequence[Term]) -> list[tuple[int, Term]]:
        """The cells that indices may mean, each with the condition that it is meant."""
        places: list[tuple[int, Term]] = [(0, True)]
        for term, t in zip(index, types, strict=True):
            count = ir.size(t)
            if is_known(term):
                if not t.lo <= term <= t.hi:
                    return []
                places = [(at * count + int(term) - t.lo, c) for at, c in places]
            else:
                places = self._spread(places, term, t)
        return [(offset + at, condition) for at, condition in places]

    def _spread(self, places: Sequence[tuple[int, Term]], term: Term, t: ir.Type) -> list[tuple[int, Term]]:
        """Each place once for each value of an index that is not known, with the condition that it has that value."""
        count = ir.size(t)
        return [
            (at * count + raw - t.lo, and_(c, self.equal(term, raw)))
            for at, c in places
            for raw in range(t.lo, t.hi + 1)
        ]

    def _select(self, values: Sequence[Term], places: Sequence[tuple[int, Term]], t: ir.Type) -> Term:
        """The value among places, the last as the rest (an index out of range is an obligation)."""
        if not places:
            return self._blank(t)
        found = values[places[-1][0]]
        for at, condition in reversed(places[:-1]):
            found = self.choose(condition, values[at], found)
        return found

    # ---------------------------------------------------------------------------------- expressions

    def _expr(self, run: Run, frame: Frame, node: ir.Expr, here: Term) -> Term:
        match node:
            case ir.Const(known, t):
                return bool(known) if isinstance(t, ir.BoolType) else known
            case ir.Var(slot, _):
                return frame.slots[slot]
            case ir.Read(number, keys, site, t):
                index = [self._expr(run, frame, k, here) for k in keys]
                block = self.system.fields[number]
                if site >= 0:
                    self._within(run, index, block.index, site, here)
                return self._select(run.cells, self._places(block.offset, block.index, index), t)
            case ir.Look():
                return self._look(run, frame, node, here)
            case ir.Reading(number, _):
                return self.readings[number]
            case ir.Parameter(number, _):
                return self.parameters[number]
            case ir.Not(operand):
                return not_(self._expr(run, frame, operand, here))
            case ir.Arith(op, left, right, _):
                one = self._expr(run, frame, left, here)
                return self.arith(op, one, self._expr(run, frame, right, here))
            case ir.Compare(op, left, right):
                one = self._expr(run, frame, left, here)
                return self.compare(op, one, self._expr(run, frame, right, here))
            case ir.Logic(op, operands):
                return self._logic(run, frame, op, operands, here)
            case ir.Choose(condition, then, orelse, _):
                test = self._expr(run, frame, condition, here)
                if is_known(test):
                    return self._expr(run, frame, then if test else orelse, here)
                one = self._expr(run, frame, then, and_(here, test))
                return self.choose(test, one, self._expr(run, frame, orelse, and_(here, not_(test))))
            case ir.Quant():
                return self._quant(run, frame, node, here)
            case ir.Call(number, args, _):
                terms = [self._expr(run, frame, a, here) for a in args]
                return self._call(run, number, terms, here)
            case ir.Checked(operand, site, t):
                term = self._expr(run, frame, operand, here)
                self._violate(run, site, and_(here, not_(self.inside(term, t))))
                return term
        raise AssertionError(node)

    def _logic(self, run: Run, frame: Frame, op: str, operands: Sequence[ir.Expr], here: Term) -> Term:
        join = and_ if op == "and" else or_
        terms: list[Term] = []
        path = here
        for operand in operands:
            term = self._expr(run, frame, operand, path)
            terms.append(term)
            if is_known(term) and term is (op == "or"):
                break
            path = and_(path, term if op == "and" else not_(term))
            if path is False:
                break
        return join(*terms)

    def _look(self, run: Run, frame: Frame, node: ir.Look, here: Term) -> Term:
        table = self.system.tables[node.table]
        index = [self._expr(run, frame, k, here) for k in node.index]
        if node.site >= 0:
            self._within(run, index, table.index, node.site, here)
        truth = isinstance(table.value, ir.BoolType)
        values: list[Term] = [bool(v) if truth else v for v in table.values]
        places = self._places(0, table.index, index)
        return self._select(values, places, table.value)

    def _quant(self, run: Run, frame: Frame, node: ir.Quant, here: Term) -> Term:
        default: Term = None
        if node.default is not None:
            default = self._expr(run, frame, node.default, here)
        found: list[tuple[Term, Term]] = []
        path = here

        def loop(depth: int, inside: Term) -> bool:
            """Run the loops from a depth on; whether the quantifier is decided."""
            nonlocal path
            if depth == len(node.loops):
                term = self._expr(run, frame, node.body, and_(path, inside))
                found.append((inside, term))
                if node.op in ("any", "all"):
                    stop = and_(inside, term if node.op == "any" else not_(term))
                    path = and_(path, not_(stop))
                    return path is False or stop is True
                return False
            level = node.loops[depth]
            for value in level.values:
                frame.slots[level.slot] = value
                test: Term = True
                if level.where is not None:
                    test = self._expr(run, frame, level.where, and_(path, inside))
                if test is False:
                    continue
                if loop(depth + 1, and_(inside, test)):
                    return True
            return False

        loop(0, True)
        match node.op:
            case "any":
                return or_(*(and_(c, term) for c, term in found))
            case "all":
                return and_(*(or_(not_(c), term) for c, term in found))
            case "sum":
                total: Term = 0
                for condition, term in found:
                    total = self.arith("+", total, self.choose(condition, term, 0))
                return total
        best: Term = None
        some: Term = False
        for condition, term in found:
            if best is None:
                best, some = term, condition
                continue
            better = self.less(term, best) if node.op == "min" else self.less(best, term)
            best = self.choose(and_(condition, or_(not_(some), better)), term, best)
            some = or_(some, condition)
        if node.site >= 0:
            self._violate(run, node.site, and_(here, not_(some)))
        if best is None:
            return default if default is not None else self._blank(node.type)
        return best if default is None else self.choose(some, best, default)
