"""One conjunct, or one site, that z3 does not decide whole: with what is known on the way, and by values of arguments.

A site that a transition comes to several times is tried each time by itself.  There the run is known not to have
violated anything so far; so every cell lies in its range, and sums that lemmas speak of are what they were before the
transition, where all that was taken from them has been put back (:mod:`queensbench.readers.symbolic.sums`).  What is
still hard is split by the values of one argument, that which leaves least of it, and then of the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from queensbench.engines.prove.obligation_context import ObligationContext
from queensbench.engines.prove.obligations import MOST_ARGS, SORTS, Answer, Goal, Lemma
from queensbench.engines.prove.terms import Exchange, packed, unpacked
from queensbench.readers.symbolic.execution import Result, Term
from queensbench.readers.symbolic.sums import Totals, sums
from queensbench.rules.typed import ir

SPLITS = 2
"""At most so many arguments are split on."""


def harder(unit: ObligationContext, goal: Goal, lemmas: Sequence[Lemma], rlimit: int) -> Answer | None:
    """The answer to a goal of one conjunct or one site, of one step from any state; None of any other goal."""
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
    """What holds on the way if nothing has been violated: sums of lemmas that are what they were, and ranges."""
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
    """Whether terms contradict lemmas; if that is hard, by the values of an argument."""
    answer = unit.check(goal, parts, lemmas, lemmas, rlimit)
    if answer.verdict != "unknown" or not free or not splits:
        return answer
    function = unit.decider.system.transitions[goal.transition].function
    types = [t for _, t in unit.decider.system.functions[function].params]
    whole = packed(list(parts))

    def fixed(place: int, value: int) -> tuple[Any, Any]:
        """The terms with a value for an argument, and that it has it."""
        known = unit.decider.known(function, [value] * len(types))[place]
        symbol, term = unit.here(unit.args[place]), unit.here(unit.decider.symbolic.lift(known))
        return unit.simplify(Exchange([(symbol, term)])(whole)), symbol == term

    def left(place: int) -> tuple[float, int]:
        return _size(fixed(place, types[place].lo)[0]), place

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


def _size(term: Any) -> float:
    """How many different terms a condition is made of."""
    goal = z3.Goal(ctx=term.ctx)
    goal.add(term)
    return float(z3.Probe("num-exprs", term.ctx)(goal))


__all__ = ["SPLITS", "harder"]
