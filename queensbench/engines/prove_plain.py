"""One conjunct of a step, put to z3 so that it may prepare the whole before it searches.

A question with a literal for each lemma tells which lemmas were needed, but keeps z3 from putting known values in and
from solving equations first.  Without literals, sequences whose items have moved take a third of the time.  Then all
lemmas that were given count as needed, so that few are given first: those of the goal's own judge, and those that
served for goals like it and for this transition.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import z3

from queensbench.engines.prove_goals import SORTS, Answer, Goal, Lemma

if TYPE_CHECKING:
    from queensbench.engines.prove_unit import Unit

TACTICS = ("simplify", "propagate-values", "solve-eqs", "smt")
PART = 2
"""Each attempt gets this part of a goal's whole budget, also where a goal is first tried."""


def plainly(
    unit: Unit, goal: Goal, parts: Sequence[Any], lemmas: Sequence[Lemma], judges: set[int]
) -> Answer | None:
    """A proof of a conjunct; None where this does not prove it.

    ``parts``: that the transition is possible and the conjunct does not hold after it.  ``judges``: those that goals
    like it needed.
    """
    if unit.decider.sort != SORTS[0] or unit.started or goal.path:
        return None
    hoisted = unit.hoisted(parts)
    tried: list[Lemma] = []
    for near in (judges, judges | unit.served, None):
        some = [lemma for lemma in lemmas if near is None or lemma[0] in near]
        if some == tried:
            continue
        tried = some
        found = _asked(unit, hoisted, some)
        if found == z3.unsat:
            return Answer(goal, "proved", tuple(sorted(some)), sort=SORTS[0])
        if found == z3.unknown and near is not None:
            return None
    return None


def _asked(unit: Unit, parts: Sequence[Any], lemmas: Sequence[Lemma]) -> Any:
    solver = z3.Then(*TACTICS, ctx=unit.context).solver()
    solver.set("rlimit", max(1, unit.decider.task.rlimit // PART))
    solver.add(*unit.base, *parts, *(unit.before[lemma] for lemma in lemmas))
    if all(lemma in lemmas for lemma in unit.decider.task.lemmas):
        solver.add(unit.going)
    return solver.check()


__all__ = ["plainly"]
