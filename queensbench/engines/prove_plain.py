"""One conjunct of a step, put to z3 so that it may prepare the whole before it searches.

A question with a literal for each lemma tells which lemmas were needed, but keeps z3 from putting known values in and
from solving equations first.  Without literals, sequences whose items have moved take a third of the time.  Then all
lemmas that were given count as needed, so that few are given first: those of the goal's own judge, and those that
served for goals like it; then those that are little to think about, those that are not much, those that served for
this transition, and all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import z3

from queensbench.engines.prove_goals import SORTS, Answer, Goal, Lemma
from queensbench.engines.prove_terms import terms_of

if TYPE_CHECKING:
    from queensbench.engines.prove_unit import Unit

TACTICS = ("simplify", "propagate-values", "solve-eqs", "smt")
LITTLE, NOT_MUCH = 100, 1_000
"""All lemmas of a judge together are so many different terms at the most."""

PART = 2
"""Each attempt gets this part of a goal's whole budget, also where a goal is first tried."""


def plainly(
    unit: Unit, goal: Goal, parts: Sequence[Any], lemmas: Sequence[Lemma], judges: set[int]
) -> Answer | None:
    """A proof of a conjunct, or of a site; None where this does not prove it.

    ``parts``: that the transition is possible and the conjunct does not hold after it, or that the site is violated.
    ``judges``: those that goals like it needed.
    """
    if unit.decider.sort != SORTS[0] or unit.started or goal.path:
        return None
    hoisted = unit.hoisted(parts)
    tried: list[Lemma] = []
    little = judges | _within(unit, lemmas, LITTLE)
    more = little | _within(unit, lemmas, NOT_MUCH)
    for near in (judges, little, more, more | unit.served, None):
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


def _within(unit: Unit, lemmas: Sequence[Lemma], most: int) -> set[int]:
    """The judges whose lemmas are at most so many terms."""
    by: dict[int, list[Any]] = {}
    for lemma in lemmas:
        if lemma[0] not in unit.sizes:
            by.setdefault(lemma[0], []).append(unit.before[lemma])
    unit.sizes |= {judge: terms_of(z3.And(*terms)) for judge, terms in by.items()}
    return {judge for judge, _ in lemmas if unit.sizes[judge] <= most}


def solver(unit: Unit, rlimit: int) -> Any:
    """A new solver that prepares the whole before it searches."""
    found = z3.Then(*TACTICS, ctx=unit.context).solver()
    found.set("rlimit", rlimit)
    return found


def _asked(unit: Unit, parts: Sequence[Any], lemmas: Sequence[Lemma]) -> Any:
    plain = solver(unit, max(1, unit.decider.task.rlimit // PART))
    plain.add(*unit.base, *parts, *(unit.before[lemma] for lemma in lemmas))
    if all(lemma in lemmas for lemma in unit.decider.task.lemmas):
        plain.add(unit.going)
    return plain.check()


__all__ = ["plainly", "solver"]
