"""The context of the goals of one transition and case: their common terms, and questions to z3 under lemmas.

Conditions before and after the transition are built once, all together.  Each question gets a solver of its own, with
only the lemmas that it needs: *failed* means that z3 has a state in which every lemma holds, and *proved* rests on
those of the given lemmas that z3 names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import z3

from queensbench.engines.prove import questions
from queensbench.engines.prove.encoder import Encoder
from queensbench.engines.prove.executions import Execution
from queensbench.engines.prove.hints import Hints
from queensbench.engines.prove.obligations import SORTS, Answer, Goal, Lemma, News
from queensbench.engines.prove.terms import Exchange, Simplifier, cased, moved, packed, unpacked
from queensbench.readers.symbolic.execution import Result, Term, is_known, not_, or_
from queensbench.readers.symbolic.hoisting import Hoist
from queensbench.readers.symbolic.sums import Totals, sums
from queensbench.rules.typed import ir

CASES = 2
"""A goal with many conjuncts and known arguments is put to z3 by the cases of at most so many conditions."""

SETTINGS = {"auto_config": False, "smt.arith.solver": 2, "smt.arith.propagate_eqs": False}
"""The settings of z3 for sums: not those that it chooses for the logic, its older solver, and no search for equal sums.

The older solver takes two thirds of the newer one's time on these goals; the other two together, up to a third less.
They are for the search itself (``z3.SimpleSolver``), with no tactics before it.
"""

PLAIN = {"smt.phase_selection": 1}
"""What is set besides for questions without literals: a condition is first taken to hold, whatever it was before."""

QUICK, QUICKER = 2, 8
"""The attempt with the first lemmas gets this part of a budget: the second if these are only the goal's own."""


class ObligationContext:
    """The terms of goals that differ in their conjuncts and sites alone."""

    def __init__(self, decider: Encoder, goal: Goal) -> None:
        symbolic = decider.symbolic
        self.decider = decider
        self.goal = goal
        self.news, self.own = News(), News()
        self.hints: Hints = {}
        self.recording = False
        self.lost: set[int] = set()
        self.patient = False
        self.splitter = -1
        self.useful: set[int] = set()
        self.served: set[int] = set()
        self.sufficed: frozenset[Lemma] = frozenset()
        self.sizes: dict[int, float] = {}
        self.context = z3.Context()
        self.simplify = Simplifier(self.context)
        self.hoist = Hoist(self.context) if symbolic.hoists and decider.sort == SORTS[0] else None
        self.readings = decider.task.readings
        self.before: dict[Lemma, Any] = {}
        self.later: dict[Lemma, Any] = {}
        self.totals: Totals | None = None
        self.sums: list[tuple[Any, dict[int, int]]] | None = None
        self.marks: dict[Lemma, tuple[Any, Any]] = {}
        self.idle: set[Lemma] = set()
        self.definitions: list[Any] | None = None
        self.lifted: list[Any] | None = None
        self.asking: Goal | None = None
        self.modelled = False
        self.setting = setting = goal.obligation.setting(decider, goal)
        self.args = setting.args
        self.execution = setting.execution
        self.run: Result | None = None
        pairs = list(setting.pairs)
        if self.readings is not None:
            pairs += [
                (term, symbolic.lift(raw)) for term, raw in zip(symbolic.readings, self.readings, strict=True)
            ]
        self.exchange = Exchange([(self.here(old), self.here(new)) for old, new in pairs])
        self.dead = any(part is False for part in setting.conditions)
        told = [part for part in setting.conditions if part is not True]
        *self.base, self.possible, self.likely = self.terms([*told, setting.possible, setting.likely])
        self._prepare(decider.task.lemmas)

    @cached_property
    def going(self) -> Any:
        """That the game goes on before the run."""
        return self.terms([self.setting.going()])[0]

    @property
    def one_step(self) -> Execution | None:
        """The execution of a transition from any typed state without a path before it; None for any other goal."""
        return None if self.goal.path or self.goal.obligation.from_start else self.execution

    def begin(self, news: News, patient: bool, hints: Hints | None) -> None:
        """Begin a new round.  ``patient``: a judge that fails stays a lemma for the other goals.

        ``hints``: None where these proofs are to give hints, so that they should need as few lemmas as can be.
        """
        self.news, self.own, self.hints, self.recording = news, News(), hints or {}, hints is None
        self.lost = set() if patient else set(news.lost)
        self.patient = patient

    def learn(self, answer: Answer) -> None:
        """Keep the lessons of an answer for the goals after it."""
        self.own = self.own.after([answer])
        self.served |= answer.judges_used
        if answer.against_induction and not self.patient:
            self.lost.add(answer.goal.judge)

    # ------------------------------------------------------------------------------------------- terms

    def here(self, term: Term) -> Any:
        """Bring a number or a condition into the context of z3."""
        return self.decider.symbolic.truth(term).translate(self.context)

    def terms(self, terms: Sequence[Term]) -> list[Any]:
        """Bring conditions into the context of z3, with all known values put in."""
        truth = self.decider.symbolic.truth
        if not terms:
            return []
        whole = packed([truth(term) for term in terms])
        return unpacked(self.simplify(self.exchange(moved(whole, self.context))))

    def _prepare(self, lemmas: Sequence[Lemma]) -> None:
        """Build lemmas before the transition, on the path to it, and after it."""
        decider = self.decider
        new = [lemma for lemma in lemmas if lemma not in self.later]
        if not new:
            return
        truth = decider.symbolic.truth
        terms = packed([truth(decider.term(lemma)) for lemma in new])
        states = self.execution.states if self.execution is not None else []
        after = decider.over(terms, self.setting.cells)
        wholes = [terms, *(decider.over(terms, cells) for cells in states)]
        columns = [unpacked(whole) for whole in (*wholes, after)]
        found = self.terms([term for column in columns for term in column])
        count = len(new)
        for at, lemma in enumerate(new):
            held = [found[at + row * count] for row in range(len(wholes))]
            self.before[lemma] = held[0] if len(held) == 1 else self.simplify(z3.And(*held))
            self.later[lemma] = found[at + len(wholes) * count]
            if z3.is_true(self.before[lemma]):
                self.idle.add(lemma)

    def _summed(self, lemma: Lemma) -> Any:
        """A lemma after one step from any state; its sums are those before, plus the changes of their cells."""
        decider, term = self.decider, self.decider.term(lemma)
        if self.one_step is None or decider.sort != SORTS[0]:
            return self.later[lemma]
        if self.totals is None:
            self.totals = Totals(decider.symbolic, self.one_step.result.changes)
        totals = self.totals
        if lemma not in decider.sums:
            decider.sums[lemma] = sums([term], decider.symbols)
        found = [(node, of) for node, of in decider.sums[lemma] if totals.reach(of) > 1]
        pairs = [(node, decider.symbolic.lift(totals.after(node, factors))) for node, factors in found]
        return self.terms([decider.over(term, self.setting.cells, pairs)])[0] if pairs else self.later[lemma]

    def _mark(self, lemma: Lemma) -> tuple[Any, Any]:
        """A literal for a lemma, and the implication of the lemma by the literal."""
        if lemma not in self.marks:
            mark = z3.Bool(f"lemma!{lemma[0]}!{'!'.join(map(str, lemma[1]))}", self.context)
            self.marks[lemma] = mark, or_(not_(mark), self.before[lemma])
        return self.marks[lemma]

    # ------------------------------------------------------------------------------------------- goals

    def lemmas(self) -> list[Lemma]:
        """The lemmas of judges that have not failed."""
        return [lemma for lemma in self.decider.task.lemmas if lemma[0] not in self.lost]

    def others(self, goal: Goal) -> list[Lemma]:
        """The lemmas that a judge may follow from: not its own, nor those of a judge that itself follows."""
        barred = self.news.followed | self.own.followed | {lemma[0] for lemma in goal.lemmas}
        return [lemma for lemma in self.lemmas() if lemma[0] not in barred]

    def _known(self, goal: Goal) -> list[tuple[Any, Any]]:
        """Pair the arguments with the values that a goal fixes, in the context of z3."""
        function = self.decider.system.transitions[goal.transition].function
        values = self.decider.known(function, goal.args)
        lift = self.decider.symbolic.lift
        return [(self.here(a), self.here(lift(v))) for a, v in zip(self.args, values, strict=True)]

    def equal(self, goal: Goal) -> list[Any]:
        """The equations of the arguments with the values that a goal fixes."""
        return [a == v for a, v in self._known(goal)] if goal.args else []

    def fixed(self, term: Any, goal: Goal) -> Any:
        """Put the argument values that a goal fixes into a condition."""
        if not goal.args:
            return term
        fixed = self.simplify(Exchange(self._known(goal))(term))
        return cased(fixed, CASES, self.simplify) if goal.many else fixed

    def conditions(self, goal: Goal) -> list[Term]:
        """The conditions under which sites of a goal are violated."""
        if self.run is None:
            self.run = self.setting.run()
        return [condition for site, condition in self.run.violations if site in goal.sites]

    def broken(self, goal: Goal) -> tuple[list[Any], list[Lemma]]:
        """The conditions under which conjuncts of a goal do not hold, and the conjuncts that the step leaves alone."""
        self._prepare(goal.lemmas)
        assumed = set(self.lemmas()) if self.one_step is not None else set()
        bad: list[Any] = []
        kept: list[Lemma] = []
        for lemma in goal.lemmas:
            later = self.later[lemma]
            if z3.is_true(later):
                continue
            if not later.eq(self.before[lemma]):
                later = self._summed(lemma)
            if lemma in assumed and later.eq(self.before[lemma]):
                kept.append(lemma)
            elif not z3.is_true(later):
                bad.append(not_(later))
        return bad, kept

    # ----------------------------------------------------------------------------------------- solving

    def hoisted(self, terms: Iterable[Any]) -> list[Any]:
        """Rewrite comparisons of choices as choices of comparisons, if the reader makes many of these."""
        return list(terms) if self.hoist is None else [self.simplify(self.hoist(term)) for term in terms]

    def hoisted_base(self) -> list[Any]:
        """The known conditions of the state and the run, rewritten in the same way."""
        if self.lifted is None:
            self.lifted = self.hoisted(self.base)
        return self.lifted

    def check(
        self, goal: Goal, parts: Sequence[Any], lemmas: Sequence[Lemma], first: Sequence[Lemma], rlimit: int
    ) -> Answer:
        """Ask whether terms contradict lemmas: ``proved`` if they do, ``failed`` with a model if they do not.

        ``unknown`` if z3 cannot tell.  ``first``: the lemmas that are tried first.
        """
        parts = self.hoisted(parts)
        telling = [lemma for lemma in lemmas if lemma not in self.idle]
        wanted = set(first)
        active = [lemma for lemma in telling if lemma in wanted]
        found = z3.unknown
        if len(active) < len(telling):  # that the game goes on is seldom needed, and added below
            often = any(lemma not in goal.lemmas for lemma in active)
            solver, found = self._asked(parts, active, max(1, rlimit // (QUICK if often else QUICKER)))
        if found != z3.unsat:
            active = telling
            parts = [*parts, self.going]
            solver, found = self._asked(parts, active, rlimit)
            if found != z3.unsat and self.defined():
                small = self._small(parts, active, max(1, rlimit // QUICK))
                if small is not None:
                    return self.counterexample(goal, small.model())
                if found == z3.sat:
                    solver, found = self._asked([*parts, *self.defined()], active, rlimit)
        sort = self.decider.sort
        if found == z3.unknown:
            return Answer(goal, "unknown", sort=sort, reason=solver.reason_unknown())
        if found == z3.sat:
            return self.counterexample(goal, solver.model())
        names = {mark.ast.value for mark in solver.unsat_core()}
        used = tuple(sorted(lemma for lemma in active if self._mark(lemma)[0].ast.value in names))
        return Answer(goal, "proved", used, sort=sort)

    def refuted(self, terms: Sequence[Any], lemmas: Sequence[Lemma], rlimit: int) -> set[Lemma] | None:
        """Find lemmas that contradict terms; None if there are none (then :attr:`modelled`), or z3 cannot tell."""
        self.modelled = False
        if any(z3.is_false(term) for term in terms):
            return set()
        telling = [lemma for lemma in lemmas if lemma not in self.idle]
        solver, found = self._asked(terms, telling, rlimit)
        self.modelled = found == z3.sat
        if found != z3.unsat:
            return None
        names = {mark.ast.value for mark in solver.unsat_core()}
        return {lemma for lemma in telling if self._mark(lemma)[0].ast.value in names}

    def defined(self) -> list[Any]:
        """Conditions that a state must also meet to refute a claim."""
        if self.definitions is None:
            decider = self.decider
            start = self.goal.obligation.from_start
            self.definitions = self.terms([] if start else decider.definitions)
        return self.definitions

    def _small(self, parts: Sequence[Any], lemmas: Sequence[Lemma], rlimit: int) -> Any:
        """A solver that has a model with a small state (:meth:`Symbolic.small`), or None."""
        decider = self.decider
        pairs = [(self.here(a), self.here(b)) for a, b in decider.symbolic.small(decider.symbols)]
        held = [self.before[lemma] for lemma in lemmas]
        whole = self.simplify(Exchange(pairs)(packed([*self.base, *parts, *held, *self.defined()])))
        solver = self.solver(rlimit)
        solver.add(*unpacked(whole), *(term == value for term, value in pairs))
        return solver if solver.check() == z3.sat else None

    def _asked(self, parts: Sequence[Any], lemmas: Sequence[Lemma], rlimit: int) -> tuple[Any, Any]:
        """Put terms under lemmas to a new solver; return the solver and its answer."""
        ref = self.context.ref()
        solver = self.solver(rlimit)
        pairs = [self._mark(lemma) for lemma in lemmas]
        for term in (*self.base, *parts, *(implied for _, implied in pairs)):
            z3.Z3_solver_assert(ref, solver.solver, term.ast)
        marks = (z3.Ast * len(pairs))(*(mark.ast for mark, _ in pairs))
        found = z3.Z3_solver_check_assumptions(ref, solver.solver, len(lemmas), marks)
        if found == z3.Z3_L_FALSE:
            held = [*(implied for _, implied in pairs), *(mark for mark, _ in pairs)]
            questions.kept(self.decider.symbolic, self.asking, [*self.base, *parts, *held], self.context)
        return solver, z3.CheckSatResult(found)

    def solver(self, rlimit: int) -> Any:
        """A new solver.  A solver that is popped keeps learnt clauses, which lead its search astray."""
        return self._set(SETTINGS, rlimit)

    def plain_solver(self, rlimit: int) -> Any:
        """A new solver for a question without literals."""
        return self._set(SETTINGS | PLAIN, rlimit)

    def _set(self, settings: Mapping[str, Any], rlimit: int) -> Any:
        if self.decider.sort == SORTS[1]:
            solver = z3.SolverFor("QF_BV", ctx=self.context)
        else:
            solver = z3.SimpleSolver(ctx=self.context)
            for name, value in settings.items():
                solver.set(name, value)
        solver.set("rlimit", rlimit)
        return solver

    def counterexample(self, goal: Goal, model: Any) -> Answer:
        """Read the state, arguments, readings and parameters from a model."""
        decider = self.decider
        system, symbolic = decider.system, decider.symbolic

        def values(terms: Iterable[Term], types: Iterable[ir.Type]) -> tuple[int, ...]:
            return tuple(self._value(model, a, t) for a, t in zip(terms, types, strict=False))

        def params(function: int) -> list[ir.Type]:
            return [t for _, t in system.functions[function].params] if function >= 0 else []

        cells = list(values(self.setting.state, system.cells))
        if not goal.path:
            for cell, fixed in goal.case:
                cells[cell] = fixed
        readings = values(symbolic.readings, (ir.KindType(r.name, r.readings) for r in system.rulings))
        function = system.transitions[goal.transition].function if goal.transition >= 0 else goal.function
        trail = self.execution.trail if self.execution is not None else []
        return Answer(
            goal,
            "failed",
            cells=tuple(cells),
            args=goal.args or values(self.args, params(function)),
            readings=self.readings or readings,
            parameters=values(symbolic.parameters, (ir.IntType(p.lo, p.hi) for p in system.parameters)),
            sort=decider.sort,
            trail=tuple(values(args, params(number)) for number, args in trail),
        )

    def _value(self, model: Any, term: Term, t: ir.Type) -> int:
        if is_known(term):
            return int(term)
        found = model.eval(self.here(term), model_completion=False)
        if isinstance(t, ir.BoolType):
            return int(z3.is_true(found))
        if z3.is_int_value(found):
            return int(found.as_long())
        if z3.is_bv_value(found):
            return int(found.as_signed_long())
        return t.lo


__all__ = ["CASES", "ObligationContext"]
