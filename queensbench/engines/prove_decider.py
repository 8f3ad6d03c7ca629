"""Solvers for the goals of a proof: terms once for each transition and case, a new solver for each goal.

A rule is executed once, with free readings.  What is the same for all goals of a unit (the lemmas, the ranges, that the
transition is possible) is put together once, each lemma under a literal.  Each unit has a z3 context of its own, and
its goals come in a fixed order, so that what a solver answers depends on nothing but these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import z3

from queensbench.engines.prove_goals import Answer, Case, Goal, Lemma, Task
from queensbench.readers import ir
from queensbench.readers.symbolic import (
    BitVectors,
    Integers,
    Result,
    Symbolic,
    Term,
    and_,
    is_known,
    not_,
    or_,
)

SORTS = ("integers", "bit-vectors")
FIRST = 4
"""The first try of a goal gets this part of the budget, one of many conjuncts this part of that part; what is hard is
split, and its parts get all of it."""

CASES = 2
"""What has many conjuncts is put to z3 by the cases of so many conditions."""

SIMPLEX = 2
"""z3's number of the older solver for sums, which takes two thirds of the newer one's time on these goals."""


@dataclass
class Moment:
    """A transition in a case, executed once, perhaps after others.

    ``cells``: before it.  ``conditions``: that this state is reached and may go on.  ``states``: those on the way
    (without the first, whose cells are symbols).  ``trail``: the arguments on the way.
    """

    cells: list[Term]
    args: list[Term]
    result: Result
    conditions: list[Term]
    states: list[list[Term]]
    trail: list[tuple[int, list[Term]]]


class Decider:
    """The goals of a task, numbers as integers or as bit-vectors.

    ``task`` may be exchanged for one of the same system.  ``prefer``: readings that a witness should have, if any.
    """

    def __init__(self, task: Task, sort: str, prefer: tuple[int, ...] | None = None) -> None:
        self.task = task
        self.system = task.system
        self.sort = sort
        self.prefer = prefer
        self.symbolic = Symbolic(task.system, Integers() if sort == SORTS[0] else BitVectors(task.system))
        self.symbols = self.symbolic.state("s.")
        self.names = {str(symbol): i for i, symbol in enumerate(self.symbols)}
        self.stop = self.symbolic.stopped(self.symbols)
        self.free = self.symbolic.assumptions()
        self.ranges = self.symbolic.typed(self.symbols)
        self.terms: dict[Lemma, Any] = {}
        self.supports: dict[Lemma, frozenset[int]] = {}
        self.moments: dict[tuple[int, Case, tuple[int, ...], bool], Moment] = {}
        self.units: dict[tuple[Goal, tuple[int, ...] | None], Unit] = {}

    # ------------------------------------------------------------------------------------------- lemmas

    def term(self, lemma: Lemma) -> Any:
        """A lemma over the symbols of the state."""
        if lemma not in self.terms:
            judge, values = lemma
            function = self.system.judges[judge].function
            args = self.known(function, values)
            self.terms[lemma] = self.symbolic.truth(self.symbolic.ask(function, self.symbols, args).value)
        return self.terms[lemma]

    def known(self, function: int, values: Sequence[int]) -> list[Term]:
        """Known arguments of a function, as terms."""
        params = self.system.functions[function].params
        return [
            bool(v) if isinstance(t, ir.BoolType) else v for v, (_, t) in zip(values, params, strict=True)
        ]

    def lemma_support(self, lemma: Lemma) -> frozenset[int]:
        """The cells that a lemma reads."""
        if lemma not in self.supports:
            self.supports[lemma] = self._support(self.term(lemma))
        return self.supports[lemma]

    def _support(self, term: Any) -> frozenset[int]:
        found: set[int] = set()
        seen: set[int] = set()
        todo = [term]
        while todo:
            node = todo.pop()
            if node.ast.value in seen:
                continue
            seen.add(node.ast.value)
            children = node.children()
            if not children and str(node) in self.names:
                found.add(self.names[str(node)])
            todo += children
        return frozenset(found)

    def after(self, lemma: Lemma, cells: Sequence[Term]) -> Any:
        """A lemma over other cells."""
        pairs = [
            (self.symbols[i], self.lifted(i, cells[i]))
            for i in sorted(self.lemma_support(lemma))
            if cells[i] is not self.symbols[i]
        ]
        return z3.substitute(self.term(lemma), *pairs) if pairs else self.term(lemma)

    def lifted(self, cell: int, term: Term) -> Any:
        """A cell's value as a z3 expression."""
        truth = isinstance(self.system.cells[cell], ir.BoolType)
        return (
            self.symbolic.truth(bool(term) if is_known(term) else term) if truth else self.symbolic.lift(term)
        )

    # ------------------------------------------------------------------------------------------ moments

    def moment(self, goal: Goal) -> Moment:
        """The transition of a goal, executed."""
        key = _place(goal)
        if key not in self.moments:
            self.moments[key] = self._execute(goal, goal.kind == "early")
        return self.moments[key]

    def _execute(self, goal: Goal, start: bool) -> Moment:
        symbolic = self.symbolic
        cells = symbolic.initial().cells if start else list(self.symbols)
        conditions: list[Term] = []
        states: list[list[Term]] = []
        trail: list[tuple[int, list[Term]]] = []
        for place, number in enumerate(goal.path):
            function = self.system.transitions[number].function
            args = symbolic.arguments(function, f"a{place}.")
            trail.append((function, args))
            result = symbolic.step(number, cells, args)
            conditions += [
                not_(self.stop if cells is self.symbols else symbolic.stopped(cells)),
                symbolic.argument_ranges(function, args),
                not_(result.refused),
            ]
            cells = result.cells
            states.append(cells)
        for cell, value in goal.case:
            known = bool(value) if isinstance(self.system.cells[cell], ir.BoolType) else value
            if states or start:
                conditions.append(symbolic.equal(cells[cell], known))
        if states or start:
            conditions.append(not_(symbolic.stopped(cells)))
        cells = list(cells)
        for cell, value in goal.case:
            cells[cell] = bool(value) if isinstance(self.system.cells[cell], ir.BoolType) else value
        function = self.system.transitions[goal.transition].function
        args = symbolic.arguments(function, "a.")
        conditions.append(symbolic.argument_ranges(function, args))
        if any(condition is False for condition in conditions):  # no such path
            return Moment(cells, args, Result(cells, True, False, []), [False], states, trail)
        return Moment(cells, args, symbolic.step(goal.transition, cells, args), conditions, states, trail)

    # ------------------------------------------------------------------------------------------- goals

    def unit(self, goal: Goal) -> Unit:
        """The solver of a goal."""
        key = (goal.unit, self.task.readings)
        if key not in self.units:
            self.units[key] = Unit(self, goal.unit)
        return self.units[key]

    def decide(self, goal: Goal, rlimit: int | None = None) -> Answer:
        """Decide a goal."""
        return self.unit(goal).decide(goal, rlimit or self.task.rlimit)

    def begin(self, goal: Goal, patient: bool) -> None:
        """A new round of a unit.  ``patient``: a lemma that fails stays a lemma for the other goals."""
        unit = self.unit(goal)
        unit.lost.clear()
        unit.patient = patient

    def drop(self, goal: Goal) -> None:
        """Forget a goal's solver and its run."""
        self.units.pop((goal.unit, self.task.readings), None)
        self.moments.pop(_place(goal), None)

    def fresh(self) -> None:
        """Forget all solvers."""
        self.units.clear()


def _simple(term: Any) -> Any:
    """A term simplified; sums of the same terms in any order become one term."""
    return z3.simplify(term, sort_sums=True)


def cased(term: Any, most: int) -> Any:
    """A term by cases of the condition that its first part chooses numbers by most often.

    A count over cells that have changed places is, with every condition settled, the count before.
    """
    condition = _asked(term.arg(0) if z3.is_or(term) else term) if most else None
    if condition is None:
        return term
    parts = []
    for value in (True, False):
        settled = _simple(z3.substitute(term, (condition, z3.BoolVal(value, term.ctx))))
        if not z3.is_false(settled):
            parts.append(z3.And(condition if value else z3.Not(condition), cased(settled, most - 1)))
    return z3.Or(*parts) if parts else z3.BoolVal(False, term.ctx)


def _asked(term: Any) -> Any:
    """The condition that a term's choices ask most often, the first of several; choices of two constants aside."""
    times: dict[int, list[Any]] = {}
    seen: set[int] = set()
    todo = [term]
    while todo:
        node = todo.pop()
        if node.ast.value in seen:
            continue
        seen.add(node.ast.value)
        children = node.children()
        if z3.is_app_of(node, z3.Z3_OP_ITE) and not all(map(z3.is_int_value, children[1:])):
            times.setdefault(children[0].ast.value, []).append(children[0])
        todo += children
    return max(times.values(), key=len)[0] if times else None


def _place(goal: Goal) -> tuple[int, Case, tuple[int, ...], bool]:
    return goal.transition, goal.case, goal.path, goal.kind == "early"


@dataclass
class _Assumed:
    """Lemmas as a solver takes them: their literals, and in one term that each implies its lemma."""

    lemmas: tuple[Lemma, ...]
    marks: dict[int, Lemma]
    implied: list[Any]
    array: Any


@dataclass
class Unit:
    """The terms of goals that have everything but their conjuncts and sites in common."""

    decider: Decider
    goal: Goal
    marks: dict[Lemma, tuple[Any, Any]] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)
    patient: bool = False
    assumed: _Assumed | None = None

    def __post_init__(self) -> None:
        decider, goal = self.decider, self.goal
        symbolic = decider.symbolic
        self.context = z3.Context()
        self.readings = decider.task.readings
        self.pairs: list[tuple[Any, Any]] = []
        self.args: list[Term] = []
        self.moment: Moment | None = None
        self.possible: Any = None
        parts: list[Term] = [decider.free]
        enabled: list[Term] = []
        started = goal.kind in ("base", "early")
        if not started:
            parts.append(decider.ranges)
        if goal.kind in ("step", "early"):
            self.moment = moment = decider.moment(goal)
            self.args = moment.args
            parts += moment.conditions
            enabled.append(not_(moment.result.refused))
            if not goal.path and not started:
                parts.append(not_(decider.stop))
                self.pairs += [
                    (self._here(decider.symbols[cell]), self._here(decider.lifted(cell, value)))
                    for cell, value in goal.case
                ]
        elif goal.kind == "question":
            self.args = symbolic.arguments(goal.function, "a.")
            parts.append(symbolic.argument_ranges(goal.function, self.args))
        if self.readings is not None:
            self.pairs += [
                (self._here(term), self._here(symbolic.lift(raw)))
                for term, raw in zip(symbolic.readings, self.readings, strict=True)
            ]
        self.start = symbolic.initial() if goal.kind == "base" else None
        self.base = [self._term(part) for part in parts if part is not True]
        self.enabled = self._term(and_(*enabled))
        self.dead = any(part is False for part in parts)

    # ------------------------------------------------------------------------------------------- terms

    def _here(self, term: Term) -> Any:
        return self.decider.symbolic.truth(term).translate(self.context)

    def _term(self, term: Term) -> Any:
        """A term in this solver's context, with what is fixed put in."""
        moved = self._here(term)
        return _simple(z3.substitute(moved, *self.pairs) if self.pairs else moved)

    def _assumed(self, lemmas: tuple[Lemma, ...]) -> _Assumed:
        if self.assumed is None or self.assumed.lemmas != lemmas:
            pairs = [self._mark(lemma) for lemma in lemmas]
            array = (z3.Ast * len(pairs))(*(mark.ast for mark, _ in pairs))
            marks = {mark.ast.value: lemma for (mark, _), lemma in zip(pairs, lemmas, strict=True)}
            implied = [term for _, term in pairs]
            self.assumed = _Assumed(lemmas, marks, implied, array)
        return self.assumed

    def _mark(self, lemma: Lemma) -> tuple[Any, Any]:
        """A literal for a lemma, and that it implies the lemma."""
        if lemma not in self.marks:
            decider = self.decider
            states = self.moment.states if self.moment is not None else []
            whole = and_(decider.term(lemma), *(decider.after(lemma, cells) for cells in states))
            mark = z3.Bool(f"lemma!{lemma[0]}!{'!'.join(map(str, lemma[1]))}", self.context)
            self.marks[lemma] = mark, z3.Implies(mark, self._term(whole))
        return self.marks[lemma]

    # ------------------------------------------------------------------------------------------- goals

    def decide(self, goal: Goal, rlimit: int) -> Answer:
        """Decide one of this unit's goals."""
        if self.dead and goal.kind != "alive":
            return Answer(goal, "proved", frame=True)
        lemmas = [lemma for lemma in self.decider.task.lemmas if lemma[0] not in self.lost]
        match goal.kind:
            case "base" | "early" | "construction":
                lemmas = []
            case "alive":
                return self._alive(goal, rlimit)
        kept: list[Lemma] = []
        if goal.sites:
            bad = self._conditions(goal)
        else:
            bad, kept = self._broken(goal)
        if all(term is False for term in bad):
            return Answer(goal, "proved", tuple(kept), frame=True)
        parts = [self._fixed(self._term(or_(*bad)), goal), *self._equal(goal)]
        if goal.lemmas and goal.kind in ("step", "early"):
            parts.append(self.enabled)
        answer = self._check(goal, parts, lemmas, rlimit)
        if answer.verdict == "failed" and goal.kind == "step" and goal.lemmas and not self.patient:
            self.lost.add(goal.lemmas[0][0])
        if answer.verdict == "proved" and kept:
            answer.used = tuple(sorted({*answer.used, *kept}))
        return answer

    def _known(self, goal: Goal) -> list[tuple[Any, Any]]:
        """The arguments of a goal that fixes them, in this solver's context."""
        function = self.decider.system.transitions[goal.transition].function
        values = self.decider.known(function, goal.args)
        lift = self.decider.symbolic.lift
        return [(self._here(a), self._here(lift(v))) for a, v in zip(self.args, values, strict=True)]

    def _equal(self, goal: Goal) -> list[Any]:
        return [a == v for a, v in self._known(goal)] if goal.args else []

    def _fixed(self, term: Any, goal: Goal) -> Any:
        if not goal.args:
            return term
        fixed = _simple(z3.substitute(term, *self._known(goal)))
        return cased(fixed, CASES) if goal.many else fixed

    def _conditions(self, goal: Goal) -> list[Term]:
        """Where some of the sites of a goal are violated."""
        symbolic = self.decider.symbolic
        if self.moment is not None:
            result = self.moment.result
        elif self.start is not None:
            result = self.start
        else:
            result = symbolic.ask(goal.function, self.decider.symbols, self.args)
        return [condition for site, condition in result.violations if site in goal.sites]

    def _broken(self, goal: Goal) -> tuple[list[Term], list[Lemma]]:
        """Where some of the conjuncts of a goal do not hold, and those that nothing changes."""
        decider = self.decider
        cells: Sequence[Term] = decider.symbols
        if self.moment is not None:
            cells = self.moment.result.cells
        elif self.start is not None:
            cells = self.start.cells
        assumed = {lemma for lemma in decider.task.lemmas if lemma[0] not in self.lost}
        bad: list[Term] = []
        kept: list[Lemma] = []
        for lemma in goal.lemmas:
            support = decider.lemma_support(lemma)
            same = goal.kind == "step" and not goal.path and lemma in assumed
            if same and all(cells[i] is decider.symbols[i] for i in support):
                kept.append(lemma)
            else:
                bad.append(not_(decider.after(lemma, cells)))
        return bad, kept

    def _alive(self, goal: Goal, rlimit: int) -> Answer:
        """Whether the transition is possible in this case under all lemmas, if need be under other readings."""
        lemmas = list(self.decider.task.lemmas)
        prefer = self.decider.prefer
        if self.dead:
            return Answer(
                goal, "failed", reason="no state of the hypothesis enables it", sort=self.decider.sort
            )
        if self.readings is None and prefer is not None:
            symbolic = self.decider.symbolic
            wanted = and_(
                *(symbolic.equal(term, raw) for term, raw in zip(symbolic.readings, prefer, strict=True))
            )
            found = self._check(goal, [self._term(wanted), self.enabled], lemmas, rlimit)
            if found.verdict == "failed":
                return replace(found, verdict="proved", used=tuple(lemmas))
        found = self._check(goal, [self.enabled], lemmas, rlimit)
        if found.verdict == "failed":  # satisfiable: that is what is wanted here
            return replace(found, verdict="proved", used=tuple(lemmas))
        if found.verdict == "proved":
            return replace(found, verdict="failed", used=(), reason="no state of the hypothesis enables it")
        return found

    # ----------------------------------------------------------------------------------------- solving

    def _check(self, goal: Goal, parts: Sequence[Any], lemmas: Iterable[Lemma], rlimit: int) -> Answer:
        """Whether terms contradict lemmas: ``proved`` if they do, ``failed`` with a model if they do not."""
        sort = self.decider.sort
        solver = self._solver()
        solver.set("rlimit", rlimit)
        assumed = self._assumed(tuple(lemmas))
        for term in (*self.base, *parts, *assumed.implied):
            z3.Z3_solver_assert(self.context.ref(), solver.solver, term.ast)
        result = z3.Z3_solver_check_assumptions(
            self.context.ref(), solver.solver, len(assumed.marks), assumed.array
        )
        found = z3.CheckSatResult(result)
        if found == z3.unsat:
            used = tuple(sorted(assumed.marks[mark.ast.value] for mark in solver.unsat_core()))
            return Answer(goal, "proved", used, sort=sort)
        if found == z3.unknown:
            return Answer(goal, "unknown", sort=sort, reason=solver.reason_unknown())
        return self._counterexample(goal, solver.model())

    def _solver(self) -> Any:
        """A new solver: one that is popped keeps what it has learnt, which leads its search astray."""
        if self.decider.sort == SORTS[1]:
            return z3.SolverFor("QF_BV", ctx=self.context)
        solver = z3.SolverFor("QF_LIA", ctx=self.context)
        solver.set("smt.arith.solver", SIMPLEX)
        return solver

    def _counterexample(self, goal: Goal, model: Any) -> Answer:
        """A state, arguments, readings and parameters that a model stands for."""
        decider = self.decider
        system, symbolic = decider.system, decider.symbolic

        def values(terms: Iterable[Term], types: Iterable[ir.Type]) -> tuple[int, ...]:
            return tuple(self._value(model, a, t) for a, t in zip(terms, types, strict=False))

        def params(function: int) -> list[ir.Type]:
            return [t for _, t in system.functions[function].params] if function >= 0 else []

        early = goal.kind == "early" and self.moment is not None
        cells = list(values(self.moment.cells if early and self.moment else decider.symbols, system.cells))
        if not goal.path:
            for cell, fixed in goal.case:
                cells[cell] = fixed
        readings = values(symbolic.readings, (ir.KindType(r.name, r.readings) for r in system.rulings))
        function = system.transitions[goal.transition].function if goal.transition >= 0 else goal.function
        return Answer(
            goal,
            "failed",
            cells=tuple(cells),
            args=goal.args or values(self.args, params(function)),
            readings=self.readings or readings,
            parameters=values(symbolic.parameters, (ir.IntType(p.lo, p.hi) for p in system.parameters)),
            sort=decider.sort,
            trail=tuple(
                values(args, params(number)) for number, args in (self.moment.trail if self.moment else ())
            ),
        )

    def _value(self, model: Any, term: Term, t: ir.Type) -> int:
        if is_known(term):
            return int(term)
        found = model.eval(self._here(term), model_completion=False)
        if isinstance(t, ir.BoolType):
            return int(z3.is_true(found))
        if z3.is_int_value(found):
            return int(found.as_long())
        if z3.is_bv_value(found):
            return int(found.as_signed_long())
        return t.lo


__all__ = ["CASES", "FIRST", "SORTS", "Decider", "Moment", "Unit", "cased"]
