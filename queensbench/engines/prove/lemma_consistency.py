"""A check that the lemmas allow a transition: z3 looks for a state, arguments and readings with which it happens.

z3 first looks for a witness under the preferred readings and with every parameter at its default.  These are put in as
known values, so that little is left of the rules.  If the readings forbid the transition, z3 names rulings to blame,
and these alone are left free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import z3

from queensbench.engines.prove.obligation_context import ObligationContext
from queensbench.engines.prove.obligations import Answer, Goal, Lemma
from queensbench.engines.prove.terms import Exchange, packed, unpacked
from queensbench.readers.symbolic.terms import Term
from queensbench.rules.typed import ir

TRIES = 4
"""How often a witness is looked for under the preferred readings, each time with more rulings left free."""

LONG = 4
"""The search for a witness among states with sequences gets so many budgets: without a witness, no claim counts."""


def alive(unit: ObligationContext, goal: Goal, rlimit: int) -> Answer:
    """Decide whether a transition is possible in a case under all lemmas, if need be under other readings."""
    decider = unit.decider
    lemmas = list(decider.task.lemmas)
    assert unit.execution is not None
    barred = unit.execution.result.barred  # more may be in one case than in all
    if barred and decider.symbolic.step(goal.transition, decider.symbols, unit.args).barred:
        return Answer(goal, "failed", reason="a size of the box bars it", frame=True)
    if unit.dead:
        return Answer(goal, "failed", reason="no state of the hypothesis enables it", sort=decider.sort)
    if unit.readings is None and decider.prefer is not None:
        found = _preferred(unit, goal, lemmas, decider.prefer, rlimit)
        if found is not None:
            return found
    found = unit.check(goal, [unit.possible], lemmas, lemmas, rlimit)
    if found.verdict == "failed":  # satisfiable, as is wanted here
        return replace(found, verdict="proved", used=tuple(lemmas))
    if found.verdict == "proved":
        return replace(found, verdict="failed", used=(), reason="no state of the hypothesis enables it")
    return found


def _preferred(
    unit: ObligationContext, goal: Goal, lemmas: Sequence[Lemma], prefer: Sequence[int], rlimit: int
) -> Answer | None:
    """Find a witness under the preferred readings, but for rulings that forbid it; None if none is found."""
    symbolic = unit.decider.symbolic
    defaults = [parameter.default for parameter in unit.decider.system.parameters]
    pairs = _here(unit, symbolic.readings, prefer)
    small = symbolic.small(unit.decider.symbols)
    assumed = [*_here(unit, symbolic.parameters, defaults), *((unit.here(a), unit.here(b)) for a, b in small)]
    held = [*(unit.before[lemma] for lemma in lemmas), *unit.defined()]
    free: set[int] = set()
    for turn in range(1, TRIES + 1):
        fixed = [*assumed, *(pair for at, pair in enumerate(pairs) if at not in free)]
        found = _witness(unit, goal, [unit.possible, *held], fixed, rlimit)
        if found is not None and _stopped(unit, found):
            found = _witness(unit, goal, [unit.going, unit.possible, *held], fixed, rlimit)
        if found is not None:
            return replace(found, verdict="proved", used=tuple(lemmas))
        if turn == TRIES:  # whom to blame would not be asked for again
            break
        known = Exchange(assumed)
        left = [p for p in enumerate(pairs) if p[0] not in free]
        likely = unpacked(known(packed([*unit.base, unit.likely])))
        blamed = _blamed(unit, likely, left, rlimit)
        if not blamed and held:
            blamed = _blamed(unit, [*likely, *unpacked(known(packed(held)))], left, rlimit)
        if not blamed:
            return None
        free |= blamed
    return None


def _witness(
    unit: ObligationContext,
    goal: Goal,
    terms: Sequence[Any],
    fixed: Sequence[tuple[Any, Any]],
    rlimit: int,
) -> Answer | None:
    """A state, arguments and readings in which terms hold, besides all that is known of the run."""
    whole = unit.simplify(Exchange(fixed)(packed([*unit.base, *terms])))
    solver = unit.solver(rlimit) if unit.hoist is None else unit.plain_solver(LONG * rlimit)
    solver.add(*unpacked(whole), *(term == value for term, value in fixed))
    return unit.counterexample(goal, solver.model()) if solver.check() == z3.sat else None


def _stopped(unit: ObligationContext, found: Answer) -> bool:
    """Say whether the play has stopped in a state: asked of its values, which takes far less than of any state."""
    plain, types = unit.decider.plain, unit.decider.system.cells
    plain.readings, plain.parameters = list(found.readings), list(found.parameters)
    cells = [
        bool(raw) if isinstance(t, ir.BoolType) else raw for raw, t in zip(found.cells, types, strict=True)
    ]
    return plain.stopped(cells) is not False  # nor is it known what an opaque rule says


def _here(unit: ObligationContext, terms: Sequence[Term], values: Sequence[int]) -> list[tuple[Any, Any]]:
    """Pair terms with known values, in the context of a unit."""
    lift = unit.decider.symbolic.lift
    return [(unit.here(term), unit.here(lift(raw))) for term, raw in zip(terms, values, strict=True)]


def _blamed(
    unit: ObligationContext, terms: Sequence[Any], pairs: Sequence[tuple[int, tuple[Any, Any]]], rlimit: int
) -> set[int]:
    """Find rulings whose readings, together, contradict conditions."""
    solver = unit.solver(rlimit)
    solver.add(*terms)
    marks = {f"reading!{at}": at for at, _ in pairs}
    for name, (_, (term, value)) in zip(marks, pairs, strict=True):
        solver.add(z3.Implies(z3.Bool(name, unit.context), term == value))
    if solver.check(*(z3.Bool(name, unit.context) for name in marks)) != z3.unsat:
        return set()
    return {marks[str(mark)] for mark in solver.unsat_core()}


__all__ = ["alive"]
