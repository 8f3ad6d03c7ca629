"""What is to be shown for claims to hold, said naively: one goal for each claim and transition.

A goal is a list of conditions that cannot hold together.  Of a *theory* (claims that are said to be proved, and how) the
goals are:

* ``base``: a claim does not hold at the start;
* ``step``: it does not hold after a transition from a state in which every claim holds, and the game is not over;
* ``follow``: it does not hold in a state in which those claims hold that it is said to follow from, and all that were
  shown by steps; one true by construction follows from none;
* ``obligation``: a transition from such a state leaves a range (though it may be refused later);
* ``question``: so does what is asked of such a state (whether the game is over, a weight, who decides, a claim);
* ``enabled``: the one sort that must be possible: a transition from such a state happens, so that its steps are not
  shown of nothing.

Arguments, parameters and (but for claims of the house reading) readings are free.  There are no cases, no budgets, and
every claim is a hypothesis of every step.  Why that is enough: if all goals hold, then by induction on the number of
steps every claim holds in every state, and no range is left on the way; a claim that follows does so in each state.
What it cannot see: claims that were shown of paths of several steps (k-induction), which it leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from queensbench.readers import ir
from queensbench.smt.executor import Executor
from queensbench.smt.terms import Term

EVERY, HOUSE = "every", "house"
"""Scopes: free readings, or the house reading."""


@dataclass(frozen=True)
class Claimed:
    """A claim said to be proved: its judge, of which readings, what it follows from in the same state (None: by steps).

    ``depth``: the k of its induction.
    """

    judge: int
    scope: str
    follows: tuple[int, ...] | None = None
    depth: int = 1


@dataclass(frozen=True)
class Theory:
    """Claims said to be proved together.  ``ranges``: the scope in which range obligations are said to be shown."""

    claims: tuple[Claimed, ...]
    ranges: str = EVERY

    def of(self, scope: str) -> list[Claimed]:
        """The claims that hold in a scope."""
        return [c for c in self.claims if scope == HOUSE or c.scope == EVERY]

    def without(self, judges: set[int]) -> Theory:
        """The same without some claims, and without what is said to follow from them."""
        out = set(judges)
        while more := {c.judge for c in self.claims if c.judge not in out and out & set(c.follows or ())}:
            out |= more
        return replace(self, claims=tuple(c for c in self.claims if c.judge not in out))


@dataclass(frozen=True)
class Unit:
    """Goals that have all but what is asked in common.  ``kind``: ``start``, ``state``, ``question``, ``transition``.

    ``number``: of the rule that is asked, or of the transition.
    """

    scope: str
    kind: str
    number: int = -1


@dataclass(frozen=True)
class Goal:
    """One thing to be decided; ``claim``: the judge, or -1 for ranges.  ``expected``: ``unsat`` or ``sat``."""

    name: str
    kind: str
    claim: int
    assertions: tuple[Term, ...]
    expected: str = "unsat"


def questions(system: ir.System) -> list[int]:
    """Rules that are asked of states."""
    asked = {system.over, system.wins, system.score, *(judge.function for judge in system.judges)}
    asked |= {f for t in system.transitions for f in (t.weight, t.decider)}
    return sorted(f for f in asked if f is not None)


def units(system: ir.System, theory: Theory) -> Iterator[Unit]:
    """All units of a theory, the transitions first, which take longest."""
    scopes = {theory.ranges, *(c.scope for c in theory.claims)}
    for scope in (EVERY, HOUSE):
        if scope not in scopes:
            continue
        for number in range(len(system.transitions)):
            yield Unit(scope, "transition", number)
        yield Unit(scope, "start")
        yield Unit(scope, "state")
        if scope == theory.ranges:
            for function in questions(system):
                yield Unit(scope, "question", function)


class Planner:
    """The goals of a theory's units, each unit on terms of its own."""

    def __init__(self, system: ir.System, theory: Theory) -> None:
        self.system = system
        self.theory = theory

    def goals(self, unit: Unit) -> list[Goal]:
        """The goals of a unit."""
        return _Writer(self.system, self.theory, unit).goals()


class _Writer:
    """Writes the goals of one unit."""

    def __init__(self, system: ir.System, theory: Theory, unit: Unit) -> None:
        house = [ruling.house for ruling in system.rulings]
        self.system = system
        self.theory = theory
        self.unit = unit
        self.executor = Executor(system, house if unit.scope == HOUSE else None)
        self.terms = self.executor.terms

    def goals(self) -> list[Goal]:
        """The goals, in a fixed order."""
        match self.unit.kind:
            case "start":
                return list(self._start())
            case "state":
                return list(self._state())
            case "question":
                return list(self._question())
        return list(self._transition())

    # ---------------------------------------------------------------------------------------- pieces

    @cached_property
    def _lemmas(self) -> dict[int, Term]:
        """The claims of the scope, in the state before."""
        ex = self.executor
        return {c.judge: ex.claim(c.judge, ex.before) for c in self.theory.of(self.unit.scope)}

    def _mine(self, *, by_steps: bool) -> list[Claimed]:
        """The claims whose goals are asked in this scope."""
        return [
            c for c in self.theory.claims if c.scope == self.unit.scope and (c.follows is None) == by_steps
        ]

    def _goal(self, kind: str, where: str, claim: int, assertions: Sequence[Term], expected: str = "unsat") -> Goal:
        parts = [self.unit.scope, kind, where]
        if claim >= 0:
            parts.append(self.system.judges[claim].name)
        kept = tuple(a for a in assertions if a is not self.terms.true)
        kept = (self.terms.false,) if self.terms.false in kept else kept
        return Goal("/".join(part for part in parts if part), kind, claim, kept, expected)

    def _sites(self, violations: dict[int, Term]) -> Term:
        return self.terms.or_(violations.values())

    # ----------------------------------------------------------------------------------------- units

    def _start(self) -> Iterator[Goal]:
        """The start: no hypothesis but the ranges of readings and parameters."""
        ex = self.executor
        env = ex.initial()
        free = ex.ranges([*ex.readings, *ex.parameters])
        if self.unit.scope == self.theory.ranges:
            yield self._goal("obligation", "start", -1, [*free, self._sites(env.violations)])
        for claimed in self._mine(by_steps=True):
            wrong = self.terms.not_(ex.claim(claimed.judge, env.cells))
            yield self._goal("base", "", claimed.judge, [*free, wrong])

    def _state(self) -> Iterator[Goal]:
        """Claims that follow from others in the same state."""
        for claimed in self._mine(by_steps=False):
            known = [c.judge for c in self.theory.of(self.unit.scope) if c.follows is None]
            lemmas = [self._lemmas[j] for j in {*known, *(claimed.follows or ())}] if claimed.follows else []
            wrong = self.terms.not_(self._lemmas[claimed.judge])
            yield self._goal("follow", "", claimed.judge, [*self.executor.typed(), *lemmas, wrong])

    def _question(self) -> Iterator[Goal]:
        """What is asked of any state in which the claims hold."""
        ex = self.executor
        function = self.unit.number
        args = ex.arguments(function)
        env = ex.run(function, ex.before, args)
        base = [*ex.typed(), *ex.ranges(args), *self._lemmas.values()]
        name = self.system.functions[function].name
        yield self._goal("question", name, -1, [*base, self._sites(env.violations)])

    def _transition(self) -> Iterator[Goal]:
        """One transition from any state in which the claims hold and the game goes on."""
        ex, terms = self.executor, self.terms
        transition = self.system.transitions[self.unit.number]
        args = ex.arguments(transition.function)
        env = ex.run(transition.function, ex.before, args)
        base = [*ex.typed(), *ex.ranges(args), terms.not_(ex.stopped(ex.before)), *self._lemmas.values()]
        if transition.weight is not None:
            weight = ex.ask(transition.weight, ex.before, args)
            base.append(terms.not_(terms.eq(weight, terms.num(0))))
        violated = self._sites(env.violations)
        if self.unit.scope == self.theory.ranges:
            yield self._goal("obligation", transition.name, -1, [*base, violated])
        happens = [*base, terms.not_(env.refused), terms.not_(violated)]
        changed = any(a is not b for a, b in zip(ex.before[:-1], env.cells[:-1], strict=True))
        if env.refused is not terms.true and changed:  # else its size bars it, or its steps are shown of nothing
            yield self._goal("enabled", transition.name, -1, happens, "sat")
        for claimed in self._mine(by_steps=True):
            wrong = terms.not_(ex.claim(claimed.judge, env.cells))
            yield self._goal("step", transition.name, claimed.judge, [*happens, wrong])
