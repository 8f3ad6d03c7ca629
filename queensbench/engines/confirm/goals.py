"""The goals that prove claims together, stated naively: one goal for each claim and transition.

A goal is a list of conditions that should not hold together.  The goals of a *theory* (claims that are said to be
proved, and how) are:

* ``base``: a claim does not hold at the start;
* ``step``: it does not hold after a transition from a state in which every claim holds, and the game is not over;
* ``follow``: it does not hold in a state in which those claims hold that it is said to follow from, and all that were
  shown by steps; one true by construction follows from none;
* ``obligation``: a transition from such a state leaves a range (though it may be refused later);
* ``question``: a question about such a state leaves a range (whether the game is over, a weight, who decides, a claim);
* ``early``: it does not hold soon after the start, on a path too short for its k-induction;
* ``enabled``: a transition from such a state happens; this sort alone must be possible, so that something is said of
  its steps.

Arguments, parameters and (but for claims of the house reading) readings are free.  There are no cases, no budgets, and
every claim is a hypothesis of every step.  Why that is enough: if all goals hold, then by induction on the number of
steps every claim holds in every state, and no range is left on the way; a claim that follows does so in each state.  A
claim of k-induction is asked after every path of k transitions on which every claim holds, and after every shorter path
from the start.  What it cannot see: such a claim where the paths are more than :data:`MOST_PATHS`; it stays open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from queensbench.engines.confirm.executor import Environment, Executor
from queensbench.engines.confirm.terms import Term, Terms
from queensbench.rules.typed import ir

Held = Mapping[int, Term]
"""Claims in a state, by judge."""

EVERY, HOUSE = "every", "house"
"""Scopes: free readings, or the house reading."""

MOST_PATHS = 1_000
"""A claim of k-induction is written for at most so many paths of k transitions."""


@dataclass(frozen=True)
class Claimed:
    """A claim said to be proved: its judge, its readings, and the claims it follows from (None: it is shown by steps).

    ``depth``: the k of its induction.  ``rests``: the judges that its proof has used; a goal is tried with
    these before it is tried with all, and nobody has to believe that they are enough.
    """

    judge: int
    scope: str
    follows: tuple[int, ...] | None = None
    depth: int = 1
    rests: tuple[int, ...] = ()


@dataclass(frozen=True)
class Theory:
    """Claims said to be proved together.  ``ranges``: the scope in which range obligations are said to be shown."""

    claims: tuple[Claimed, ...]
    ranges: str = EVERY

    def of(self, scope: str) -> list[Claimed]:
        """The claims that hold in a scope."""
        return [c for c in self.claims if scope == HOUSE or c.scope == EVERY]

    def without(self, judges: set[int]) -> Theory:
        """The theory without some claims, and without those that are said to follow from them."""
        out = set(judges)
        while more := {c.judge for c in self.claims if c.judge not in out and out & set(c.follows or ())}:
            out |= more
        return replace(self, claims=tuple(c for c in self.claims if c.judge not in out))


@dataclass(frozen=True)
class GoalUnit:
    """Goals that share everything but the question.

    ``kind``: ``start``, ``state``, ``question``, ``transition``, or ``early``: from the start.  ``number``: of the rule
    that is asked, or of the transition.  ``path``: the transitions before it.
    """

    scope: str
    kind: str
    number: int = -1
    path: tuple[int, ...] = ()


@dataclass(frozen=True)
class SmtGoal:
    """One question to be decided.  ``claim``: the judge, or -1 for ranges.  ``expected``: ``unsat`` or ``sat``.

    ``base``: what is known without any claim.  ``lemmas``: the claims that are hypotheses, by judge.  ``wrong``: the
    conditions that must not hold, one for each value of a claim's arguments, or for each place where a range is left.
    ``rests``: the lemmas that may be enough.  ``free``: the arguments, whose values a goal may be divided by.
    """

    name: str
    kind: str
    claim: int
    base: tuple[Term, ...]
    lemmas: tuple[tuple[int, tuple[Term, ...]], ...]
    wrong: tuple[Term, ...]
    terms: Terms
    expected: str = "unsat"
    rests: tuple[int, ...] = ()
    free: tuple[Term, ...] = ()

    @property
    def assertions(self) -> tuple[Term, ...]:
        """All conditions of the goal, which should not (or should) hold together."""
        wrong = [] if self.expected == "sat" else [self.terms.or_(self.wrong)]
        found = tuple(term for term in (*self.given(), *wrong) if term is not self.terms.true)
        return (self.terms.false,) if self.terms.false in found else found

    def given(self, judges: Iterable[int] | None = None) -> tuple[Term, ...]:
        """The hypotheses, with the lemmas of some judges (None: of all)."""
        kept = None if judges is None else set(judges)
        return self.base + tuple(
            t for judge, held in self.lemmas if kept is None or judge in kept for t in held
        )


def questions(system: ir.System) -> list[int]:
    """Rules that are asked of states."""
    asked = {system.over, system.wins, system.score, *(judge.function for judge in system.judges)}
    asked |= {f for t in system.transitions for f in (t.weight, t.decider)}
    return sorted(f for f in asked if f is not None)


def units(system: ir.System, theory: Theory) -> Iterator[GoalUnit]:
    """All units of a theory, first the transitions, which take longest."""
    scopes = {theory.ranges, *(c.scope for c in theory.claims)}
    for scope in (EVERY, HOUSE):
        if scope not in scopes:
            continue
        for number in range(len(system.transitions)):
            yield GoalUnit(scope, "transition", number)
        yield GoalUnit(scope, "start")
        yield GoalUnit(scope, "state")
        if scope == theory.ranges:
            for function in questions(system):
                yield GoalUnit(scope, "question", function)
        for depth in sorted(
            {c.depth for c in theory.claims if c.scope == scope and written(system, c)} - {1}
        ):
            for *path, last in product(range(len(system.transitions)), repeat=depth):
                yield GoalUnit(scope, "transition", last, tuple(path))
            for short in range(1, depth):
                for *path, last in product(range(len(system.transitions)), repeat=short):
                    yield GoalUnit(scope, "early", last, tuple(path))


def written(system: ir.System, claimed: Claimed) -> bool:
    """Whether goals are written for a claim: not if its paths are too many."""
    return claimed.depth == 1 or len(system.transitions) ** claimed.depth <= MOST_PATHS


class Planner:
    """The goals of a theory's units, each unit on terms of its own."""

    def __init__(self, system: ir.System, theory: Theory) -> None:
        self.system = system
        self.theory = theory

    def goals(self, unit: GoalUnit) -> list[SmtGoal]:
        """The goals of a unit."""
        return _GoalWriter(self.system, self.theory, unit).goals()


class _GoalWriter:
    """Writes the goals of one unit."""

    def __init__(self, system: ir.System, theory: Theory, unit: GoalUnit) -> None:
        house = [ruling.house for ruling in system.rulings]
        self.system = system
        self.theory = theory
        self.unit = unit
        self.executor = Executor(system, house if unit.scope == HOUSE else None)
        self.terms = self.executor.terms
        self.free: list[Term] = []

    def goals(self) -> list[SmtGoal]:
        """The goals, in a fixed order."""
        match self.unit.kind:
            case "start":
                return list(self._start())
            case "state":
                return list(self._state())
            case "question":
                return list(self._question())
            case "early":
                return list(self._early())
        return list(self._path() if self.unit.path else self._transition())

    # ---------------------------------------------------------------------------------------- pieces

    @cached_property
    def _lemmas(self) -> Held:
        """The claims of the scope, in the state before."""
        return self._hold(self.executor.before)

    def _hold(self, cells: Sequence[Term]) -> Held:
        """The claims of the scope, in a state."""
        return {c.judge: self.executor.claim(c.judge, cells) for c in self.theory.of(self.unit.scope)}

    def _fails(self, judge: int, cells: Sequence[Term]) -> list[Term]:
        """The conditions that a claim fails in a state, one for each value of its arguments."""
        return [self.terms.not_(one) for one in self.executor.conjuncts(judge, cells)]

    def _mine(self, *, by_steps: bool, depths: Sequence[int] = ()) -> list[Claimed]:
        """The claims whose goals belong to this scope; of those shown by steps only some depths (none: any)."""
        return [
            c
            for c in self.theory.claims
            if c.scope == self.unit.scope
            and (c.follows is None) == by_steps
            and (not depths or c.depth in depths)
            and written(self.system, c)
        ]

    def _goal(
        self,
        kind: str,
        where: str,
        claim: int,
        base: Sequence[Term],
        held: Sequence[Held],
        wrong: Iterable[Term],
        expected: str = "unsat",
    ) -> SmtGoal:
        """Make a goal.  ``held``: the claims that are hypotheses, in each of some states."""
        parts = [self.unit.scope, kind, where]
        if claim >= 0:
            parts.append(self.system.judges[claim].name)
        name = "/".join(part for part in parts if part)
        lemmas = tuple((judge, tuple(of[judge] for of in held)) for judge in (held[0] if held else ()))
        bad = tuple(one for one in wrong if one is not self.terms.false)
        rests = next((c.rests for c in self.theory.claims if c.judge == claim), ())
        known = tuple(one for one in base if one is not self.terms.true)
        return SmtGoal(name, kind, claim, known, lemmas, bad, self.terms, expected, rests, tuple(self.free))

    # ----------------------------------------------------------------------------------------- units

    def _start(self) -> Iterator[SmtGoal]:
        """The goals of the start, with no hypothesis but the ranges of readings and parameters."""
        ex = self.executor
        env = ex.initial()
        free = ex.ranges([*ex.readings, *ex.parameters])
        if self.unit.scope == self.theory.ranges:
            yield self._goal("obligation", "start", -1, free, [], [*env.violations.values(), env.refused])
        for claimed in self._mine(by_steps=True):
            yield self._goal("base", "", claimed.judge, free, [], self._fails(claimed.judge, env.cells))

    def _state(self) -> Iterator[SmtGoal]:
        """The goals of claims that follow from others in the same state."""
        for claimed in self._mine(by_steps=False):
            known = {c.judge for c in self.theory.of(self.unit.scope) if c.follows is None}
            judges = known | set(claimed.follows) if claimed.follows else set[int]()
            held = {j: term for j, term in self._lemmas.items() if j in judges}
            wrong = self._fails(claimed.judge, self.executor.before)
            yield self._goal("follow", "", claimed.judge, self.executor.typed(), [held], wrong)

    def _question(self) -> Iterator[SmtGoal]:
        """The goals of a question about any state in which the claims hold."""
        ex = self.executor
        function = self.unit.number
        args = self._arguments(function, "a")
        env = ex.run(function, ex.before, args)
        base = [*ex.typed(), *ex.ranges(args)]
        name = self.system.functions[function].name
        if sum(f.name == name for f in self.system.functions) > 1:
            name = f"{name}.{function}"
        yield self._goal("question", name, -1, base, [self._lemmas], env.violations.values())

    def _arguments(self, function: int, at: str) -> list[Term]:
        """A symbol for each argument of a rule."""
        found = self.executor.arguments(function, at)
        self.free += found
        return found

    def _run(self, number: int, cells: Sequence[Term], at: str) -> tuple[list[Term], Environment]:
        """Run a transition from a state: the condition that the game goes on with allowed arguments, and the result."""
        ex, terms = self.executor, self.terms
        transition = self.system.transitions[number]
        args = self._arguments(transition.function, at)
        going = [*ex.ranges(args), terms.not_(ex.stopped(cells))]
        if transition.weight is not None:
            going.append(terms.not_(terms.eq(ex.ask(transition.weight, cells, args), terms.num(0))))
        return going, ex.run(transition.function, cells, args)

    def _happens(self, env: Environment) -> list[Term]:
        """The condition that a run is neither refused nor leaves a range."""
        return [self.terms.not_(one) for one in (env.refused, *env.violations.values())]

    def _transition(self) -> Iterator[SmtGoal]:
        """The goals of one transition from any state in which the claims hold and the game goes on."""
        ex = self.executor
        name = self.system.transitions[self.unit.number].name
        going, env = self._run(self.unit.number, ex.before, "a")
        base = [*ex.typed(), *going]
        if self.unit.scope == self.theory.ranges:
            yield self._goal("obligation", name, -1, base, [self._lemmas], env.violations.values())
        happens = [*base, *self._happens(env)]
        changed = any(a is not b for a, b in zip(ex.before[:-1], env.cells[:-1], strict=True))
        if (
            env.refused is not self.terms.true and changed
        ):  # else a size of the box bars it, or it changes nothing
            yield self._goal("enabled", name, -1, happens, [self._lemmas], [], "sat")
        for claimed in self._mine(by_steps=True, depths=(1,)):
            wrong = self._fails(claimed.judge, env.cells)
            yield self._goal("step", name, claimed.judge, happens, [self._lemmas], wrong)

    def _path(self) -> Iterator[SmtGoal]:
        """The goals of several transitions, with every claim in each state on the way."""
        ex = self.executor
        cells, known, held = list(ex.before), ex.typed(), [self._lemmas]
        for place, number in enumerate((*self.unit.path, self.unit.number)):
            if place:
                held.append(self._hold(cells))
            going, env = self._run(number, cells, f"a{place}")
            known += [*going, *self._happens(env)]
            cells = env.cells
        for claimed in self._mine(by_steps=True, depths=(len(self.unit.path) + 1,)):
            wrong = self._fails(claimed.judge, cells)
            yield self._goal("step", self._named(), claimed.judge, known, held, wrong)

    def _early(self) -> Iterator[SmtGoal]:
        """The goals of a path from the start that is too short for the induction of some claims."""
        ex = self.executor
        env = ex.initial()
        known = [*ex.ranges([*ex.readings, *ex.parameters]), *self._happens(env)]
        for place, number in enumerate((*self.unit.path, self.unit.number)):
            going, env = self._run(number, env.cells, f"a{place}")
            known += [*going, *self._happens(env)]
        deeper = range(len(self.unit.path) + 2, 1 + max(c.depth for c in self.theory.claims))
        for claimed in self._mine(by_steps=True, depths=tuple(deeper)) if deeper else []:
            wrong = self._fails(claimed.judge, env.cells)
            yield self._goal("early", self._named(), claimed.judge, known, [], wrong)

    def _named(self) -> str:
        return ",".join(self.system.transitions[n].name for n in (*self.unit.path, self.unit.number))
