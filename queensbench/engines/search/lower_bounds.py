"""Lower bounds on shortest plays by counting: a rule of the language whose number z3 proves to rise slowly.

A *count* is a rule of the state alone that answers a number.  If it rises by at most one with any choice, never
with a chance event or an automatic step, starts at ``a`` and is at least ``b`` wherever the target holds, then
every play to the target has at least ``b - a`` choices, however long it is.  z3 proves the three statements at
full size of every typed state in which the *facts* hold (rules that answer a truth value), and first that the
facts hold at the start and are kept by every transition.

Numbers are one Boolean for each value, or z3's integers, which suit long sums.  A question that z3 gives up on is asked
again for each value of the last arguments of the transition.

What it cannot see: whether the bound is reached.  A bound that fails to be proved is no bound at all.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from queensbench.engines.runtime.box import Box
from queensbench.engines.search.encoding import Encoding, solver_for
from queensbench.engines.search.targets import Target
from queensbench.errors import BadInput
from queensbench.readers.symbolic.execution import Term, and_, is_known, not_, or_
from queensbench.rules.typed import ir

RLIMIT = 200_000_000
ATTEMPT = 2_000_000
"""The resource limit of a statement about integers before it is asked by cases."""
CASES = 2
"""The number of arguments whose values are told apart in cases."""

TARGET, START = "the least count of the target", "the highest count of the start"
"""What failures call the numbers that are looked for."""


@dataclass(frozen=True)
class LowerBound:
    """A lower bound on choices by counting.

    ``least``: choices that every play to the target needs (0 if nothing was proved); ``failed``: the statements
    that z3 refuted (of typed states, perhaps unreachable) or gave up on, each with which of the two.
    """

    count: str
    facts: tuple[str, ...]
    least: int
    failed: tuple[str, ...]
    statements: int
    seconds: float

    @property
    def proved(self) -> bool:
        """Say whether every statement was proved."""
        return not self.failed


def rule_number(system: ir.System, name: str, kind: str) -> int:
    """The function of a rule of the state; ``kind``: ``number`` or ``truth value``.  Raises BadInput for others."""
    for number, function in enumerate(system.functions):
        if function.name == name and not function.params and function.pure:
            if isinstance(function.returns, ir.BoolType) == (kind == "truth value"):
                return number
            raise BadInput(f"the rule {name} answers no {kind}", remedy="name another")
    raise BadInput(
        f"no rule of the state alone is called {name}",
        remedy="write it as an @rule() in the model or its properties",
    )


class CountProof:
    """The proof that a count bounds the choices of plays."""

    def __init__(
        self,
        box: Box,
        count: str,
        facts: Sequence[str],
        readings: Sequence[int | None],
        rlimit: int,
        numbers: str = "one-hot",
    ) -> None:
        system = box.system
        self.system, self.rlimit = system, rlimit
        self.name, self.names = count, tuple(facts)
        self.count = rule_number(system, count, "number")
        self.facts = [rule_number(system, name, "truth value") for name in facts]
        self.numbers = numbers
        self.encoding = Encoding(system, numbers, readings, box.parameters(), formulas=False)
        self.failed: list[str] = []
        self.statements = 0

    def prove(
        self,
        what: str,
        *goals: Term,
        given: Sequence[Any] = (),
        cases: Sequence[Sequence[Any]] = (),
    ) -> bool:
        """Prove a goal; False if z3 does not.

        ``cases``: lists of conditions, one of each list holds; if z3 gives up, each is asked by itself.
        """
        self.statements += 1
        goal = and_(*goals)
        if is_known(goal) and goal:
            return True
        answer = self.violated([*given, self.encoding.rules.truth(not_(goal))], cases)
        if answer == z3.unsat:
            return True
        self.failed.append(f"{what} ({'refuted' if answer == z3.sat else 'gave up'})")
        return False

    def violated(self, conditions: Sequence[Any], cases: Sequence[Sequence[Any]]) -> Any:
        """Ask z3 for a model of conditions: at first together, then by cases."""
        solver = solver_for(self.numbers)
        solver.set("rlimit", min(self.rlimit, ATTEMPT) if cases else self.rlimit)
        solver.add(*conditions)
        answer = solver.check()
        if answer != z3.unknown or not cases:
            return answer
        for case in cases[0]:
            answer = self.violated([*conditions, case], cases[1:])
            if answer != z3.unsat:
                return answer
        return z3.unsat

    def cases(self, args: Sequence[Term], types: Sequence[ir.Type]) -> list[list[Any]]:
        """The values of the last arguments of a transition, as conditions; none where numbers are one-hot."""
        if self.numbers != "integers":
            return []
        rules = self.encoding.rules
        return [
            [rules.truth(rules.equal(arg, value)) for value in range(t.lo, t.hi + 1)]
            for arg, t in zip(args, types, strict=True)
            if not isinstance(t, ir.BoolType)
        ][-CASES:]

    def fact(self, number: int, cells: Sequence[Term]) -> Term:
        """The condition that a fact holds, and leaves no range."""
        found = self.encoding.rules.ask(number, cells)
        return and_(found.value, not_(found.violated))

    def holding(self, cells: Sequence[Term]) -> Term:
        """The condition that all facts hold."""
        return and_(*(self.fact(number, cells) for number in self.facts))

    def counted(self, cells: Sequence[Term]) -> tuple[Term, Term]:
        """The count, and the condition that it leaves no range."""
        found = self.encoding.rules.ask(self.count, cells)
        return found.value, not_(found.violated)

    def reached_by(self, target: Term, here: Term, given: Sequence[Any]) -> int | None:
        """The least count with which a typed state where the facts hold may be in the target."""
        rules = self.encoding.rules
        solver = solver_for(self.numbers)
        solver.set("rlimit", self.rlimit)
        solver.add(*given, rules.truth(target))
        if self.numbers == "integers" and not is_known(here):
            return self.least(solver, here, TARGET)
        values = [int(here)] if is_known(here) else sorted(rules.lift(here).values)
        for value in values:
            self.statements += 1
            answer = solver.check(rules.truth(rules.at_most(here, value)))
            if answer == z3.sat:
                return int(value)
            if answer == z3.unknown:
                self.failed.append(f"{TARGET} (gave up)")
                return None
        self.failed.append(f"{TARGET} (no typed state with the facts is in it)")
        return None

    def least(self, solver: Any, here: Term, what: str) -> int | None:
        """The least value of an integer under a solver's conditions, from one model to a smaller one.

        ``what``: what a failure calls it.
        """
        found: int | None = None
        while True:
            self.statements += 1
            answer = solver.check()
            if answer == z3.sat:
                found = int(solver.model().eval(here, model_completion=True).as_long())
                solver.add(here < found)
                continue
            if answer == z3.unsat and found is not None:
                return found
            none = "no typed state with the facts is in it" if what == TARGET else "there is none"
            self.failed.append(f"{what} ({'gave up' if answer == z3.unknown else none})")
            return None

    def greatest(self, first: Term, given: Sequence[Any]) -> int:
        """The highest count with which a play may begin."""
        if is_known(first):
            return int(first)
        if self.numbers != "integers":
            return max(int(value) for value in self.encoding.rules.lift(first).values)
        solver = solver_for(self.numbers)
        solver.set("rlimit", self.rlimit)
        solver.add(*given)
        found = self.least(solver, -first, START)
        return 0 if found is None else -found

    def rises(self, number: int, here: Term, given: Sequence[Any]) -> None:
        """Prove that a transition lifts the count ``here`` by at most one, if it is a choice, and keeps the facts."""
        e, rules, transition = self.encoding, self.encoding.rules, self.system.transitions[number]
        args = rules.arguments(transition.function, f"{transition.name}.")
        params = self.system.functions[transition.function].params
        inside = [part for a, (_, t) in zip(args, params, strict=True) for part in e.ranged(a, t)]
        found = rules.step(number, e.before, args)
        happens = rules.truth(not_(or_(found.refused, found.violated)))
        now = [*given, *inside, happens]
        cases = self.cases(args, [t for _, t in params])
        most = rules.arith("+", here, 1) if transition.kind == "action" else here
        after, sound = self.counted(found.cells)
        self.prove(
            f"{transition.name} lifts the count by at most {1 if transition.kind == 'action' else 0}",
            rules.at_most(after, most),
            sound,
            given=now,
            cases=cases,
        )
        for name, fact in zip(self.names, self.facts, strict=True):
            kept = self.fact(fact, found.cells)
            self.prove(f"{transition.name} keeps {name}", kept, given=now, cases=cases)

    def run(self, target: Target) -> LowerBound:
        """Prove that the count rises by at most one a choice, and find the least count of the target."""
        begun = time.perf_counter()
        e = self.encoding
        rules = e.rules
        start = rules.initial()
        first, sound = self.counted(start.cells)
        self.prove("the facts hold at the start", self.holding(start.cells), sound, given=e.free())
        most_at_first = self.greatest(first, e.free())
        before = e.before
        given = [
            *e.free(),
            *(part for term, t in zip(before, self.system.cells, strict=True) for part in e.ranged(term, t)),
            rules.truth(self.holding(before)),
        ]
        here, sound = self.counted(before)
        given.append(rules.truth(sound))
        for number in range(len(self.system.transitions)):
            self.rises(number, here, [*given, rules.truth(not_(rules.stopped(before)))])
        goal = self.reached_by(target.condition(e), here, given)
        least = max(0, goal - most_at_first) if goal is not None and not self.failed else 0
        seconds = time.perf_counter() - begun
        return LowerBound(self.name, self.names, least, tuple(self.failed), self.statements, seconds)


def bound(
    box: Box,
    target: Target,
    count: str,
    facts: Sequence[str],
    *,
    readings: Mapping[str, Any] | None = None,
    rlimit: int = RLIMIT,
    numbers: str = "one-hot",
) -> LowerBound:
    """A proved lower bound on the choices of every play to a target.

    ``count`` and ``facts`` name rules of the state alone; ``numbers``: ``one-hot``, or ``integers`` for long sums.
    Raises BadInput for names that are no such rules.  The proof does not bound how many chance events a play has.
    """
    return CountProof(box, count, facts, box.raw(readings), rlimit, numbers).run(target)
