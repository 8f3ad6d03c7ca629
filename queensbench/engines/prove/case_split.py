"""Case splits for one conjunct, or one site, that z3 does not decide whole.

A run may come to a site several times; each visit is tried by itself.  By then the run has violated nothing; so every
cell lies in its range, and a sum of a lemma equals that before the transition if the run has put back everything that
it took from the sum (:mod:`queensbench.readers.symbolic.sums`).  A question that is still hard is split by the values
of the argument that leaves the smallest terms, and then of the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from queensbench.engines.prove.obligation_context import ObligationContext
from queensbench.engines.prove.obligations import MOST_ARGS, SORTS, Answer, Goal, Lemma
from queensbench.engines.prove.terms import Exchange, packed, terms_of, unpacked
from queensbench.readers.symbolic.execution import Result, Term
from queensbench.readers.symbolic.sums import Totals, sums
from queensbench.rules.typed import ir

SPLITS = 2
"""The most arguments by whose values a goal is split."""


def harder(unit: ObligationContext, goal: Goal, lemmas: Sequence[Lemma], rlimit: int) -> Answer | None:
    """Decide, with integers, a goal of one conjunct or site after one step from any state; None for any other goal."""
    if unit.one_step is None or not goal.single or unit.decider.sort != SORTS[0]:
        return None
    result = unit.one_step.result
    if goal.sites:
        places = [at for at, (site, _) in enumerate(result.violations) if site in goal.sites]
        tries = [
            unit.terms([result.violations[at][1], *_known(unit, result, *result.views[at])]) for at in places
        ]
    else:
        # What holds unless something was violated is enough here: that nothing is violated is an obligation.
        known = unit.terms(_known(unit, result, result.cells, len(result.changes)))
        tries = [[*unit.broken(goal)[0], unit.possible, *known]]
    used: set[Lemma] = set()
    for terms in tries:
        parts = [*(unit.fixed(term, goal) for term in terms), *unit.equal(goal)]
        free = () if goal.args else range(len(unit.args))
        answer = _by_values(unit, goal, parts, free, lemmas, rlimit)
        if answer.verdict != "proved":
            return answer
        used |= set(answer.used)
    return Answer(goal, "proved", tuple(sorted(used)), sort=unit.decider.sort)


def _known(unit: ObligationContext, result: Result, cells: Sequence[Term], changes: int) -> list[Term]:
    """Return facts that hold during the run if it has violated nothing: unchanged sums of lemmas, and ranges."""
    decider = unit.decider
    symbolic = decider.symbolic
    changed = {i for i, symbol in enumerate(decider.symbols) if cells[i] is not symbol}
    changed -= {cell for cell, _ in unit.goal.case}
    if unit.sums is None:
        unit.sums = sums([decider.term(lemma) for lemma in decider.task.lemmas], decider.symbols)
    totals = Totals(symbolic, result.changes[:changes])
    found: list[Term] = []
    summed: set[int] = set()
    for node, factors in unit.sums:
        if not changed.isdisjoint(factors) and totals.after(node, factors) is node:
            found.append(symbolic.equal(decider.over(node, cells), node))
            summed |= changed.intersection(factors)
    return [*found, *(symbolic.inside(cells[i], symbolic.types[i]) for i in sorted(summed))]


def _by_values(
    unit: ObligationContext,
    goal: Goal,
    parts: Sequence[Any],
    free: Sequence[int],
    lemmas: Sequence[Lemma],
    rlimit: int,
    splits: int = SPLITS,
) -> Answer:
    """Ask whether terms contradict lemmas; where z3 cannot tell, ask again for each value of an argument."""
    answer = unit.check(goal, parts, lemmas, lemmas, rlimit)
    if answer.verdict != "unknown" or not free or not splits:
        return answer
    function = unit.decider.system.transitions[goal.transition].function
    types = [t for _, t in unit.decider.system.functions[function].params]
    whole = packed(list(parts))

    def fixed(place: int, value: int) -> tuple[Any, Any]:
        """Put a value in for an argument; return the terms, and the equation of the argument and the value."""
        known = unit.decider.known(function, [value] * len(types))[place]
        symbol, term = unit.here(unit.args[place]), unit.here(unit.decider.symbolic.lift(known))
        return unit.simplify(Exchange([(symbol, term)])(whole)), symbol == term

    def left(place: int) -> tuple[float, int]:
        return terms_of(fixed(place, types[place].lo)[0]), place

    best = min((place for place in free if ir.size(types[place]) <= MOST_ARGS), key=left, default=None)
    if best is None:
        return answer
    rest = [place for place in free if place != best]
    used: set[Lemma] = set()
    for value in range(types[best].lo, types[best].hi + 1):
        terms, meant = fixed(best, value)
        answer = _by_values(unit, goal, [*unpacked(terms), meant], rest, lemmas, rlimit, splits - 1)
        if answer.verdict != "proved":
            return answer
        used |= set(answer.used)
    return Answer(goal, "proved", tuple(sorted(used)), sort=unit.decider.sort)


__all__ = ["SPLITS", "harder"]
