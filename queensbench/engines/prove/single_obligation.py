"""One site, or one conjunct, by itself: without the earlier violations of the run.

The symbolic reader says that a run comes to a site together with the condition that it has violated nothing before.  In
a long rule this condition is most of the question, and a proof seldom needs it.  Here all earlier violations are put
down as false.  That is exact: a run that has violated something does not come to a later site, and after it a conjunct
need not hold (that the run violates nothing is an obligation of its own).  The rest is small.  If z3 leaves it open, it
is split by the values of one argument, of one scalar of the state, or of two arguments: first by what served for the
site before, then by each in turn until one serves.  If z3 has a state in which all lemmas and what is to be refuted
hold, whatever values are put in, no split refutes it, and none is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import z3

from queensbench.engines.prove.obligation_context import ObligationContext
from queensbench.engines.prove.obligations import MOST_ARGS, SORTS, Answer, Goal, Lemma
from queensbench.engines.prove.plain_questions import at_once, fewest, plainly
from queensbench.engines.prove.planning import scalar
from queensbench.engines.prove.terms import Exchange, packed, unpacked
from queensbench.readers.symbolic.execution import Result, Term, is_known, not_
from queensbench.rules.typed import ir

MOST_VALUES = 64
"""The second of two arguments that are split on has at most so many values."""


class _Possible(Exception):
    """Raised where z3 has a state in which all lemmas and what is to be refuted hold."""


def local(unit: ObligationContext, goal: Goal, lemmas: Sequence[Lemma], rlimit: int) -> Answer | None:
    """Prove, with integers, one conjunct or some sites of a step from any state; return None if there is no proof.

    Return None with bit-vectors, and for any other goal, such as one of known arguments.  ``lemmas``: those that the
    proof may use.  ``rlimit``: for each question.
    """
    if unit.one_step is None or goal.args or unit.decider.sort != SORTS[0]:
        return None
    used: set[Lemma] = set()
    splits: set[int] = set()
    for ways in _tries(unit, goal, unit.one_step.result):
        found = None
        for terms in ways:
            with suppress(_Possible):
                found = _shown(unit, goal, terms, lemmas, rlimit, splits)
            if found is not None:
                break
        if found is None:
            return None
        used |= found
    answer = Answer(goal, "proved", tuple(sorted(used)), sort=unit.decider.sort)
    answer.split = max(splits, default=-1)
    return answer


def local_as_hinted(
    unit: ObligationContext, goal: Goal, lemmas: Sequence[Lemma], rlimit: int, split: int
) -> Answer | None:
    """Prove one conjunct or one site in the way of a hint: whole, or by the values of one of :func:`_choices`.

    Each question has all the lemmas, without literals.  Return None if there is no proof.
    """
    if unit.one_step is None or goal.args or not goal.single or unit.decider.sort != SORTS[0]:
        return None
    choices = _choices(unit, goal)
    if split >= len(choices):
        return None

    def refuted(terms: Sequence[Any]) -> bool:
        if any(z3.is_false(term) for term in terms):
            return True
        if split < 0 or goal.sites:  # few visits to a site need to be split
            found = at_once(unit, goal, terms, lemmas, rlimit)
            if found is not None or split < 0:
                return found is not None
        return all(
            any(z3.is_false(term) for term in known) or at_once(unit, goal, known, lemmas, rlimit) is not None
            for known in _valued(unit, terms, choices[split])
        )

    for ways in _tries(unit, goal, unit.one_step.result):
        if not any(refuted(terms) for terms in ways):
            return None
    return Answer(goal, "proved", tuple(sorted(lemmas)), sort=unit.decider.sort)


def _valued(
    unit: ObligationContext, terms: Sequence[Any], of: Sequence[tuple[Term, ir.Type]]
) -> Iterator[list[Any]]:
    """Terms for all values of one or two terms, with the equations."""
    if not of:
        yield list(terms)
        return
    for known in _by_value(unit, terms, of[0]):
        yield from _valued(unit, known, of[1:])


def _tries(unit: ObligationContext, goal: Goal, result: Result) -> list[list[list[Any]]]:
    """The terms to be refuted: for each visit of the run to a site, or for the conjunct, each way to put it.

    A conjunct is put with its sums as those before plus their changes, and as it stands if that differs: a rule that
    asks for such a sum during the run has it as it stands.
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
    """Put the earlier violations of a condition down as false."""
    pairs = [(term, z3.BoolVal(False)) for term in reversed(earlier) if z3.is_expr(term)]
    return Exchange(pairs)(condition) if z3.is_expr(condition) else condition


def _shown(
    unit: ObligationContext,
    goal: Goal,
    terms: Sequence[Any],
    lemmas: Sequence[Lemma],
    rlimit: int,
    splits: set[int],
) -> set[Lemma] | None:
    """Find lemmas that refute terms: whole, without literals, or by the values of :func:`_choices`; None if none do.

    ``splits`` gets the place among these that served.  Raises _Possible where no split can refute them.
    """
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
            splits.add(place)
            return used
    return None


def _choices(unit: ObligationContext, goal: Goal) -> list[list[tuple[Term, ir.Type]]]:
    """The terms to split by: arguments and scalars with few values, unless the case fixes them.

    Pairs of arguments come last, the second of which may have more values.
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
    """Find lemmas that refute terms: among those of judges that served here before, then among all.

    ``plain``: the goal, if it is asked without literals in between.  Raises _Possible where all together do not.
    """
    near = [lemma for lemma in lemmas if lemma[0] in unit.useful]
    asked = bool(near) or plain is None
    found = unit.refuted(terms, near, rlimit) if asked else None
    if found is not None:
        return found
    possible = asked and unit.modelled
    if plain is not None:
        answer = plainly(unit, plain, terms, lemmas, unit.news.judges(plain), unit.decider.task.rlimit)
        if answer is not None:
            used = set(answer.used)
            return fewest(unit, terms, used, rlimit) if unit.recording else used
    if len(near) < len(lemmas):
        found = unit.refuted(terms, lemmas, rlimit)
        possible = unit.modelled
        unit.useful |= {lemma[0] for lemma in found or ()}
    if found is None and possible:
        raise _Possible
    return found


def _by_values(
    unit: ObligationContext,
    terms: Sequence[Any],
    of: Sequence[tuple[Term, ir.Type]],
    lemmas: Sequence[Lemma],
    rlimit: int,
) -> set[Lemma] | None:
    """Find lemmas that refute terms for each value of a term; split an open value by the next term."""
    used: set[Lemma] = set()
    for known in _by_value(unit, terms, of[0]):
        found = _by_useful(unit, known, lemmas, rlimit)
        if found is None and len(of) > 1:
            found = _by_values(unit, known, of[1:], lemmas, rlimit)
        if found is None:
            return None
        used |= found
    return used


def _by_value(unit: ObligationContext, terms: Sequence[Any], of: tuple[Term, ir.Type]) -> Iterator[list[Any]]:
    """Terms for each value of a term, with the equation; from the middle: the first value is often a simple one."""
    symbol, t = unit.here(of[0]), of[1]
    lift = unit.decider.symbolic.lift
    whole = packed(list(terms))
    values = list(range(t.lo, t.hi + 1))
    middle = len(values) // 2
    for value in values[middle:] + values[:middle]:
        term = unit.here(lift(bool(value) if isinstance(t, ir.BoolType) else value))
        known = unpacked(unit.simplify(Exchange([(symbol, term)])(whole)))
        known.append(symbol == term)
        yield known


__all__ = ["local", "local_as_hinted", "without"]
