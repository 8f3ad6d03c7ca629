"""One place where a range may be left, or one conjunct, seen by itself: without what was violated earlier in the run.

That a run comes to a place is said, in the symbolic reader, together with that it has violated nothing before.  Of a
long rule this is most of what there is to be said, and seldom needed.  Here everything violated earlier is put down as
not having happened, which is exact: at a later place it is known not to have, and a conjunct after a run that violated
something need not hold (that it violates nothing is an obligation).  What is left is small; if z3 leaves it open it is
split by the values of one argument, or of one scalar of the state, that which did it for the place before or the first
that does it for one value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from queensbench.engines.prove.obligation_context import ObligationContext
from queensbench.engines.prove.obligations import MOST_ARGS, SORTS, Answer, Goal, Lemma
from queensbench.engines.prove.planning import scalar
from queensbench.engines.prove.tactics import plainly
from queensbench.engines.prove.terms import Exchange, packed, unpacked
from queensbench.readers.symbolic.execution import Result, Term, is_known, not_
from queensbench.rules.typed import ir

MOST_VALUES = 64
"""The second of two arguments that are split on has at most so many values."""


def local(unit: ObligationContext, goal: Goal, lemmas: Sequence[Lemma], rlimit: int) -> Answer | None:
    """A proof of a goal of one step from any state; None of any other goal, and where this does not prove it.

    ``lemmas``: what it may rest on.  ``rlimit``: for each question.
    """
    if unit.one_step is None or goal.args or unit.decider.sort != SORTS[0]:
        return None
    used: set[Lemma] = set()
    for ways in _tries(unit, goal, unit.one_step.result):
        found = None
        for terms in ways:
            found = _shown(unit, goal, terms, lemmas, rlimit)
            if found is not None:
                break
        if found is None:
            return None
        used |= found
    return Answer(goal, "proved", tuple(sorted(used)), sort=unit.decider.sort)


def _tries(unit: ObligationContext, goal: Goal, result: Result) -> list[list[list[Any]]]:
    """What is to be refuted: for each time that the run comes to one of the sites, or for each conjunct, in each way.

    A conjunct is put with its sums by what has changed in them and, where these differ, as it stands: a rule that asks
    for such a sum on its way has it as it stands.
    """
    found = result.violations
    conditions = [condition for _, condition in found]
    if goal.sites:
        places = [at for at, (site, _) in enumerate(found) if site in goal.sites]
        return [[unit.terms([without(conditions[at], conditions[:at])])] for at in places]
    (lemma,) = goal.lemmas
    ways = [*unit.broken(goal)[0], not_(unit.later[lemma])]
    return [[[term, unit.likely] for term in ways[: 1 if ways[0].eq(ways[-1]) else 2]]]


def without(condition: Any, earlier: Sequence[Any]) -> Any:
    """A condition with what was violated earlier put down as not having happened."""
    pairs = [(term, z3.BoolVal(False)) for term in reversed(earlier) if z3.is_expr(term)]
    return Exchange(pairs)(condition) if z3.is_expr(condition) else condition


def _shown(
    unit: ObligationContext, goal: Goal, terms: Sequence[Any], lemmas: Sequence[Lemma], rlimit: int
) -> set[Lemma] | None:
    """The lemmas that refute terms, whole, without literals, or by the values of one argument; None if none do."""
    if any(z3.is_false(term) for term in terms):
        return set()
    found = _by_useful(unit, terms, lemmas, rlimit, goal if goal.sites and unit.hoist is not None else None)
    if found is not None:
        return found
    choices = _choices(unit, goal)
    for place in sorted(range(len(choices)), key=lambda p: p != unit.splitter):
        used = _by_values(unit, terms, choices[place], lemmas, rlimit)
        if used is not None:
            unit.splitter = place
            return used
    return None


def _choices(unit: ObligationContext, goal: Goal) -> list[list[tuple[Term, ir.Type]]]:
    """What has few values: arguments, and scalars of the state before; the case has settled some of these.

    Last, an argument and for each of its values another one, which may have more.
    """
    decider = unit.decider
    system = decider.system
    params = system.functions[system.transitions[goal.transition].function].params
    found = list(zip(unit.args, (t for _, t in params), strict=True))
    settled = {cell for cell, _ in goal.case}
    for number, block in enumerate(system.fields):
        cell = scalar(system, number)
        if cell >= 0 and cell not in settled and cell != system.silent_cell:
            found.append((decider.symbols[cell], block.value))
    args = [of for of in found[: len(unit.args)] if not is_known(of[0]) and 1 < ir.size(of[1]) <= MOST_VALUES]
    few = [[of] for of in found if not is_known(of[0]) and 1 < ir.size(of[1]) <= MOST_ARGS]
    return few + [
        [one, two] for one in args for two in args if one is not two and ir.size(one[1]) <= MOST_ARGS
    ]


def _by_useful(
    unit: ObligationContext,
    terms: Sequence[Any],
    lemmas: Sequence[Lemma],
    rlimit: int,
    plain: Goal | None = None,
) -> set[Lemma] | None:
    """The lemmas that refute terms: of judges that were of use here before, or of any.

    ``plain``: the goal, where that is asked without literals in between.
    """
    near = [lemma for lemma in lemmas if lemma[0] in unit.useful]
    found = unit.refuted(terms, near, rlimit) if near or plain is None else None
    if found is not None:
        return found
    if plain is not None:
        answer = plainly(unit, plain, terms, lemmas, unit.news.judges(plain), unit.decider.task.rlimit)
        if answer is not None:
            return set(answer.used)
    if len(near) < len(lemmas):
        found = unit.refuted(terms, lemmas, rlimit)
        unit.useful |= {lemma[0] for lemma in found or ()}
    return found


def _by_values(
    unit: ObligationContext,
    terms: Sequence[Any],
    of: Sequence[tuple[Term, ir.Type]],
    lemmas: Sequence[Lemma],
    rlimit: int,
) -> set[Lemma] | None:
    """The lemmas that refute terms for each value of an argument or a scalar; what is left open, of the next."""
    symbol, t = unit.here(of[0][0]), of[0][1]
    lift = unit.decider.symbolic.lift
    used: set[Lemma] = set()
    whole = packed(list(terms))
    values = list(range(t.lo, t.hi + 1))
    middle = len(values) // 2
    for value in values[middle:] + values[:middle]:  # the first value is often a simple one
        term = unit.here(lift(bool(value) if isinstance(t, ir.BoolType) else value))
        known = unpacked(unit.simplify(Exchange([(symbol, term)])(whole)))
        known.append(symbol == term)
        found = _by_useful(unit, known, lemmas, rlimit)
        if found is None and len(of) > 1:
            found = _by_values(unit, known, of[1:], lemmas, rlimit)
        if found is None:
            return None
        used |= found
    return used


__all__ = ["local", "without"]
