"""What a proof by induction consists of: goals, and one solver that decides them.

A claim about every reachable state is proved by *base* (it holds at the start), *step* (every micro-step from a state
in which all lemmas hold leads to one in which it holds), and *obligations* (no micro-step, and no question asked of
a state, leaves a range).  Goals are small on purpose: one conjunct, one transition, one case of what the transition
pins down (a phase) or branches on (whose turn it is).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import z3

from queensbench.readers import ir
from queensbench.readers.symbolic import BitVectors, Integers, Result, Symbolic, Term, is_known, not_

SPLIT = 4
"""A scalar of a kind with at most so many members is split on where it indexes a table."""

MOST_ARGS = 24
"""A hard goal is split on its transition's arguments if they have at most so many combinations."""

Case = tuple[tuple[int, int], ...]
Lemma = tuple[int, tuple[int, ...]]
"""A judge and values of its arguments: one conjunct."""


@dataclass(frozen=True)
class Goal:
    """One thing to be shown.

    ``kind``: ``base`` (``lemmas`` or ``sites`` at the start), ``step`` (``lemmas`` after ``transition`` in
    ``case``), ``obligation`` (``sites`` in ``transition`` and ``case``), ``question`` (``sites`` where
    ``function`` is asked of any state), ``construction`` (``lemmas`` in every typed state), ``alive``
    (``transition`` is possible under the lemmas).  Conjuncts of one judge, and sites of one transition, are
    tried together and one by one only if that fails.
    """

    kind: str
    transition: int = -1
    case: Case = ()
    lemmas: tuple[Lemma, ...] = ()
    sites: tuple[int, ...] = ()
    function: int = -1
    args: tuple[int, ...] = ()

    def fixed(self, system: ir.System) -> list[Goal]:
        """The same goal for each combination of arguments of its transition (none if they are too many)."""
        if self.transition < 0 or self.args or self.kind == "alive":
            return []
        params = system.functions[system.transitions[self.transition].function].params
        values = list(product(*(range(t.lo, t.hi + 1) for _, t in params)))
        return [replace(self, args=v) for v in values] if params and len(values) <= MOST_ARGS else []

    def parts(self) -> list[Goal]:
        """The same goal, one conjunct or site at a time; itself alone if there is only one."""
        if len(self.lemmas) > 1:
            return [replace(self, lemmas=(lemma,)) for lemma in self.lemmas]
        if len(self.sites) > 1:
            return [replace(self, sites=(site,)) for site in self.sites]
        return [self]


@dataclass
class Answer:
    """What a solver says of a goal: ``proved``, ``failed`` (with the state, arguments and readings) or ``unknown``.

    ``used``: the lemmas that the proof needed.  ``frame``: decided without a solver (nothing that it reads changes).
    """

    goal: Goal
    verdict: str
    used: tuple[Lemma, ...] = ()
    cells: tuple[int, ...] = ()
    args: tuple[int, ...] = ()
    readings: tuple[int, ...] = ()
    parameters: tuple[int, ...] = ()
    frame: bool = False
    sort: str = ""
    reason: str = ""
    cost: int = 0


@dataclass(frozen=True)
class Task:
    """A proof attempt: the system, the lemmas assumed, the readings fixed (None: free), the budget a goal."""

    system: ir.System
    lemmas: tuple[Lemma, ...]
    readings: tuple[int, ...] | None
    rlimit: int


# ---------------------------------------------------------------------------------------------- planning


def conjuncts(system: ir.System, judges: Sequence[int]) -> list[Lemma]:
    """The conjuncts of judges: one for each combination of argument values."""
    out: list[Lemma] = []
    for judge in judges:
        params = system.functions[system.judges[judge].function].params
        for values in product(*(range(t.lo, t.hi + 1) for _, t in params)):
            out.append((judge, values))
    return out


def scalar(system: ir.System, number: int) -> int:
    """The cell of a scalar field, or -1."""
    block = system.fields[number]
    return block.offset if not block.index else -1


def pins(system: ir.System, transition: int) -> dict[int, int]:
    """Scalar cells that leading requirements of a transition fix: ``require(s.phase == Phase.ROLL)``."""
    found: dict[int, int] = {}
    for stmt in _leading(system.functions[system.transitions[transition].function].body):
        if (
            isinstance(stmt, ir.Require)
            and isinstance(stmt.condition, ir.Compare)
            and stmt.condition.op == "=="
        ):
            left, right = stmt.condition.left, stmt.condition.right
            for read, const in ((left, right), (right, left)):
                if isinstance(read, ir.Read) and isinstance(const, ir.Const) and not read.index:
                    found.setdefault(scalar(system, read.field), const.value)
    return found


def _leading(body: Sequence[ir.Stmt]) -> Iterator[ir.Stmt]:
    for stmt in body:
        if isinstance(stmt, ir.Clause):
            yield from _leading(stmt.body)
        elif not isinstance(stmt, (ir.Require, ir.Let)):
            return
        yield stmt


def reached(system: ir.System, function: int) -> set[int]:
    """A function and all that it calls."""
    found: set[int] = set()
    todo = [function]
    while todo:
        number = todo.pop()
        if number in found:
            continue
        found.add(number)
        for stmt in system.functions[number].body:
            todo += [node.function for node in ir.walk(stmt) if isinstance(node, (ir.Call, ir.Do))]
    return found


def splits(system: ir.System, function: int) -> list[int]:
    """Scalar cells of small kinds that index a table somewhere in a function."""
    found: set[int] = set()
    for number in reached(system, function):
        for stmt in system.functions[number].body:
            for node in ir.walk(stmt):
                if not isinstance(node, (ir.Read, ir.Store, ir.Look, ir.Call, ir.Do)):
                    continue
                parts = node.args if isinstance(node, (ir.Call, ir.Do)) else node.index
                for part in parts:
                    for inner in ir.walk(part):
                        if isinstance(inner, ir.Read) and not inner.index:
                            t = system.fields[inner.field].value
                            if isinstance(t, ir.KindType) and 1 < ir.size(t) <= SPLIT:
                                found.add(scalar(system, inner.field))
    return sorted(found)


def cases(system: ir.System, transition: int) -> list[Case]:
    """The cases of a transition: its pins, and every combination of what it is split on."""
    fixed = pins(system, transition)
    function = system.transitions[transition].function
    free = [cell for cell in splits(system, function) if cell not in fixed]
    out = []
    for values in product(*(range(system.cells[c].lo, system.cells[c].hi + 1) for c in free)):
        out.append(tuple(sorted({**fixed, **dict(zip(free, values, strict=True))}.items())))
    return out


def questions(system: ir.System) -> list[int]:
    """Functions that are asked of states: over, wins, score, weights, deciders, judges."""
    found = {system.over, system.wins, system.score}
    found |= {t.weight for t in system.transitions} | {t.decider for t in system.transitions}
    found |= {judge.function for judge in system.judges}
    return sorted(f for f in found if f is not None)


def obligations(system: ir.System, function: int) -> set[int]:
    """The sites in a function and in all that it calls."""
    found: set[int] = set()
    for number in reached(system, function):
        for stmt in system.functions[number].body:
            for node in ir.walk(stmt):
                for name in ("site", "site_index", "site_value"):
                    site = getattr(node, name, -1)
                    if isinstance(site, int) and site >= 0:
                        found.add(site)
    return found


def plan(system: ir.System, lemmas: Sequence[Lemma]) -> list[Goal]:
    """All goals that prove lemmas together, but for ``construction``."""
    by_judge: dict[int, list[Lemma]] = {}
    for lemma in lemmas:
        by_judge.setdefault(lemma[0], []).append(lemma)
    groups = [tuple(group) for group in by_judge.values()]
    goals = [Goal("base", lemmas=group) for group in groups]
    if sites := obligations(system, system.initial):
        goals.append(Goal("base", sites=tuple(sorted(sites))))
    for function in questions(system):
        if sites := obligations(system, function):
            goals.append(Goal("question", function=function, sites=tuple(sorted(sites))))
    for number, transition in enumerate(system.transitions):
        goals.append(Goal("alive", transition=number))
        for case in cases(system, number):
            if sites := obligations(system, transition.function):
                goals.append(Goal("obligation", transition=number, case=case, sites=tuple(sorted(sites))))
            goals += [Goal("step", transition=number, case=case, lemmas=group) for group in groups]
    return goals


# ---------------------------------------------------------------------------------------------- deciding


@dataclass
class _Moment:
    """A transition in a case, executed once: its result, and its arguments."""

    cells: list[Term]
    args: list[Term]
    result: Result
    enabled: list[Any]
    near: frozenset[int]


class Decider:
    """One solver for the goals of a task, numbers as integers or as bit-vectors."""

    def __init__(self, task: Task, sort: str) -> None:
        self.task = task
        self.system = task.system
        kind = Integers() if sort == "integers" else BitVectors(task.system)
        readings = None if task.readings is None else list(task.readings)
        self.symbolic = Symbolic(task.system, kind, readings)
        self.sort = sort
        self.symbols = self.symbolic.state("s.")
        self.names = {str(symbol): i for i, symbol in enumerate(self.symbols)}
        self.terms: dict[Lemma, Any] = {}
        self.supports: dict[Lemma, frozenset[int]] = {}
        self.moments: dict[tuple[int, Case, tuple[int, ...]], _Moment] = {}
        self.marks: dict[Lemma, Any] = {}
        self.ranges: dict[int, list[Any]] = {}
        self.stop = self.symbolic.truth(self.symbolic.stopped(self.symbols))
        self.free = self.symbolic.truth(self.symbolic.assumptions())

    # ------------------------------------------------------------------------------------------- lemmas

    def term(self, lemma: Lemma) -> Any:
        """A lemma over the symbols of the state."""
        if lemma not in self.terms:
            judge, values = lemma
            function = self.system.judges[judge].function
            params = self.system.functions[function].params
            args = [
                bool(v) if isinstance(t, ir.BoolType) else v for v, (_, t) in zip(values, params, strict=True)
            ]
            value = self.symbolic.ask(function, self.symbols, args).value
            self.terms[lemma] = self.symbolic.truth(value)
        return self.terms[lemma]

    def support(self, terms: Sequence[Any]) -> frozenset[int]:
        """The cells that occur in terms."""
        found: set[int] = set()
        seen: set[int] = set()
        todo = list(terms)
        while todo:
            node = todo.pop()
            key = node.get_id()
            if key in seen:
                continue
            seen.add(key)
            if node.num_args() == 0:
                place = self.names.get(str(node)) if z3.is_const(node) and not z3.is_true(node) else None
                if place is not None:
                    found.add(place)
            todo += node.children()
        return frozenset(found)

    def lemma_support(self, lemma: Lemma) -> frozenset[int]:
        """The cells that a lemma reads."""
        if lemma not in self.supports:
            self.supports[lemma] = self.support([self.term(lemma)])
        return self.supports[lemma]

    def after(self, lemma: Lemma, cells: Sequence[Term]) -> Any:
        """A lemma over other cells."""
        pairs = [
            (self.symbols[i], self._lifted(i, cells[i]))
            for i in self.lemma_support(lemma)
            if cells[i] is not self.symbols[i]
        ]
        return z3.substitute(self.term(lemma), *pairs) if pairs else self.term(lemma)

    def _lifted(self, cell: int, term: Term) -> Any:
        if isinstance(self.system.cells[cell], ir.BoolType):
            return self.symbolic.truth(term)
        return self.symbolic.lift(term)

    # ------------------------------------------------------------------------------------------ moments

    def moment(self, transition: int, case: Case, known: tuple[int, ...] = ()) -> _Moment:
        """A transition in a case, with its arguments free or known."""
        key = (transition, case, known)
        if key not in self.moments:
            cells: list[Term] = list(self.symbols)
            for cell, value in case:
                truth = isinstance(self.system.cells[cell], ir.BoolType)
                cells[cell] = bool(value) if truth else value
            function = self.system.transitions[transition].function
            args = self.symbolic.arguments(function, "a.")
            if known:
                params = self.system.functions[function].params
                args = [
                    bool(v) if isinstance(t, ir.BoolType) else v
                    for v, (_, t) in zip(known, params, strict=True)
                ]
            result = self.symbolic.step(transition, cells, args)
            enabled = [
                self.symbolic.truth(t)
                for t in (self.symbolic.argument_ranges(function, args), not_(result.refused))
                if t is not True
            ]
            terms = [t for t, old in zip(result.cells, self.symbols, strict=True) if t is not old]
            terms += [result.refused, *(c for _, c in result.violations), *enabled]
            near = self.support([t for t in terms if z3.is_expr(t)])
            self.moments[key] = _Moment(cells, args, result, enabled, near)
        return self.moments[key]

    def _fixed(self, case: Case) -> list[Any]:
        return [
            self.symbolic.truth(self.symbolic.equal(self.symbols[cell], bool(value)))
            if isinstance(self.system.cells[cell], ir.BoolType)
            else self.symbols[cell] == self.symbolic.lift(value)
            for cell, value in case
        ]

    # ------------------------------------------------------------------------------------------- goals

    def decide(self, goal: Goal) -> Answer:
        """Decide a goal."""
        match goal.kind:
            case "base":
                return self._base(goal)
            case "construction":
                wrong = z3.Or(*(z3.Not(self.term(lemma)) for lemma in goal.lemmas))
                near = frozenset[int]().union(*(self.lemma_support(lemma) for lemma in goal.lemmas))
                return self._check(goal, [wrong], near, lemmas=())
            case "question":
                return self._question(goal)
            case "alive":
                return self._alive(goal)
        moment = self.moment(goal.transition, goal.case, goal.args)
        stops = [z3.Not(self.stop), *self._fixed(goal.case)]
        if goal.kind == "obligation":
            bad = self._conditions(moment.result, goal.sites)
            if not bad:
                return Answer(goal, "proved", frame=True)
            function = self.system.transitions[goal.transition].function
            ranges = self.symbolic.truth(self.symbolic.argument_ranges(function, moment.args))
            return self._check(goal, [z3.Or(*bad), *stops, ranges], moment.near, args=moment.args)
        targets, near, kept = [], moment.near, []
        for lemma in goal.lemmas:
            support = self.lemma_support(lemma)
            if lemma in self.task.lemmas and all(moment.result.cells[i] is self.symbols[i] for i in support):
                kept.append(lemma)
            else:
                targets.append(self.after(lemma, moment.result.cells))
                near |= support
        if not targets:
            return Answer(goal, "proved", tuple(kept), frame=True)
        wrong = z3.Or(*(z3.Not(target) for target in targets))
        return self._check(goal, [wrong, *stops, *moment.enabled], near, args=moment.args)

    def _conditions(self, result: Result, sites: Sequence[int]) -> list[Any]:
        """Where some of the sites are violated."""
        return [self.symbolic.truth(c) for site, c in result.violations if site in sites and c is not False]

    def _base(self, goal: Goal) -> Answer:
        start = self.symbolic.initial()
        if goal.sites:
            bad = self._conditions(start, goal.sites)
            if not bad:
                return Answer(goal, "proved", frame=True)
            return self._check(goal, [z3.Or(*bad)], frozenset(), lemmas=())
        wrong = z3.Or(*(z3.Not(self.after(lemma, start.cells)) for lemma in goal.lemmas))
        return self._check(goal, [wrong], frozenset(), lemmas=())

    def _question(self, goal: Goal) -> Answer:
        args = self.symbolic.arguments(goal.function, "a.")
        found = self.symbolic.ask(goal.function, self.symbols, args)
        bad = self._conditions(found, goal.sites)
        if not bad:
            return Answer(goal, "proved", frame=True)
        ranges = self.symbolic.truth(self.symbolic.argument_ranges(goal.function, args))
        return self._check(goal, [z3.Or(*bad), ranges], self.support(bad), args=args)

    def _alive(self, goal: Goal) -> Answer:
        """Whether the hypothesis can be satisfied with the transition enabled, in some case."""
        last = Answer(goal, "failed", reason="no state of the hypothesis enables it", sort=self.sort)
        for case in cases(self.system, goal.transition):
            moment = self.moment(goal.transition, case)
            parts = [*moment.enabled, z3.Not(self.stop), *self._fixed(case)]
            found = self._check(
                goal, parts, frozenset(range(len(self.symbols))), args=moment.args, whole=True
            )
            if found.verdict == "failed":  # satisfiable: that is what is wanted here
                return Answer(goal, "proved", cells=found.cells, args=found.args, sort=self.sort)
            if found.verdict == "unknown":
                last = found
        return last

    # ----------------------------------------------------------------------------------------- solving

    def _check(
        self,
        goal: Goal,
        parts: Sequence[Any],
        near: frozenset[int],
        *,
        lemmas: Sequence[Lemma] | None = None,
        args: Sequence[Term] = (),
        whole: bool = False,
    ) -> Answer:
        """Whether the parts contradict the lemmas: first those that share a cell with the goal, then all."""
        chosen = self.task.lemmas if lemmas is None else tuple(lemmas)
        if whole or not chosen:
            rounds = [chosen]
        else:
            slices = [lemma for lemma in chosen if self.lemma_support(lemma) & near]
            rounds = [tuple(slices)] if len(slices) == len(chosen) else [tuple(slices), chosen]
        answer = Answer(goal, "unknown", sort=self.sort)
        for assumed in rounds:
            answer = self._solve(goal, parts, assumed, near, args)
            if answer.verdict == "proved":
                return answer
        return answer

    def _solve(
        self,
        goal: Goal,
        parts: Sequence[Any],
        assumed: Sequence[Lemma],
        near: frozenset[int],
        args: Sequence[Term],
    ) -> Answer:
        solver = z3.SolverFor("QF_BV" if self.sort == "bit-vectors" else "QF_LIA")
        solver.set("rlimit", self.task.rlimit)
        solver.add(self.free, *parts)
        cells = {0, *near}
        marks = {}
        for lemma in assumed:
            mark = self.marks.setdefault(lemma, z3.Bool(f"lemma!{lemma[0]}!{'!'.join(map(str, lemma[1]))}"))
            solver.add(z3.Implies(mark, self.term(lemma)))
            marks[mark.get_id()] = lemma
            cells |= self.lemma_support(lemma)
        for cell in sorted(cells):
            solver.add(*self._range(cell))
        found = solver.check(*[self.marks[lemma] for lemma in assumed])
        cost = _cost(solver)
        if found == z3.unsat:
            used = tuple(sorted(marks[mark.get_id()] for mark in solver.unsat_core()))
            return Answer(goal, "proved", used, sort=self.sort, cost=cost)
        if found == z3.unknown:
            return Answer(goal, "unknown", sort=self.sort, reason=solver.reason_unknown(), cost=cost)
        model = solver.model()

        def value(term: Term, t: ir.Type) -> int:
            return self._value(model, term, t)

        state = [value(s, t) for s, t in zip(self.symbols, self.system.cells, strict=True)]
        for cell, fixed in goal.case:
            state[cell] = fixed
        readings = [
            value(term, ir.KindType(r.name, r.readings))
            for term, r in zip(self.symbolic.readings, self.system.rulings, strict=True)
        ]
        parameters = [
            value(term, ir.IntType(p.lo, p.hi))
            for term, p in zip(self.symbolic.parameters, self.system.parameters, strict=True)
        ]
        function = (
            self.system.transitions[goal.transition].function if goal.transition >= 0 else goal.function
        )
        types = [t for _, t in self.system.functions[function].params] if function >= 0 else []
        given = tuple(value(a, t) for a, t in zip(args, types, strict=False))
        return Answer(
            goal,
            "failed",
            cells=tuple(state),
            args=given,
            readings=tuple(readings),
            parameters=tuple(parameters),
            sort=self.sort,
            cost=cost,
        )

    def _range(self, cell: int) -> list[Any]:
        """That a cell is in its range (and that a sequence holds nothing beyond its length)."""
        if not self.ranges:
            for place, (symbol, t) in enumerate(zip(self.symbols, self.system.cells, strict=True)):
                inside = self.symbolic.inside(symbol, t)
                self.ranges[place] = [] if inside is True else [inside]
            if any(block.name.endswith(".len") for block in self.system.fields):
                self.ranges[0].append(self.symbolic.truth(self.symbolic.typed(self.symbols)))
        return self.ranges[cell] if cell else self.ranges[0]

    def _value(self, model: Any, term: Term, t: ir.Type) -> int:
        if is_known(term):
            return int(term)
        found = model.eval(term, model_completion=False)
        if isinstance(t, ir.BoolType):
            return int(z3.is_true(found))
        if z3.is_int_value(found):
            return int(found.as_long())
        if z3.is_bv_value(found):
            return int(found.as_signed_long())
        return t.lo


def _cost(solver: Any) -> int:
    stats = solver.statistics()
    return int(stats.get_key_value("rlimit count")) if "rlimit count" in stats.keys() else 0  # noqa: SIM118


__all__ = ["Answer", "Case", "Decider", "Goal", "Lemma", "Task", "cases", "conjuncts", "plan", "questions"]
