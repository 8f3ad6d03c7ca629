"""Conjuncts or sites, put to z3 without literals for lemmas, so that z3 can simplify the whole before it searches.

A question with a literal for each lemma tells which lemmas were needed, but keeps z3 from putting known values in and
from solving equations first.  Without literals, sequences whose items have moved take a third of the time.  All lemmas
that are given then count as needed.  So few are given first: those of the goal's own judge, and those that served for
goals like it; then small ones, larger ones, those that served for this transition, and all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import z3

from queensbench.engines.prove.obligation_context import ObligationContext
from queensbench.engines.prove.obligations import SORTS, Answer, Goal, Lemma
from queensbench.engines.prove.questions import kept
from queensbench.engines.prove.terms import terms_of

LITTLE, NOT_MUCH = 100, 1_000
"""A judge is small, or larger, if all its lemmas together have at most so many different terms."""

TWO = 2
"""Whether one conjunct follows from one other is asked until so many questions have used up their budget."""

FEW = 12
"""A lemma that speaks of more cells of tables than these is about a whole table."""


def plainly(
    unit: ObligationContext,
    goal: Goal,
    parts: Sequence[Any],
    lemmas: Sequence[Lemma],
    judges: set[int],
    rlimit: int,
) -> Answer | None:
    """Prove conjuncts, or a site; return None if there is no proof.

    ``parts``: that the transition is possible and a conjunct does not hold after it, or that the site is violated.
    ``judges``: those that goals like it needed.  ``rlimit``: for each question.
    """
    if unit.decider.sort != SORTS[0] or unit.one_step is None:
        return None
    hoisted = unit.hoisted(parts)
    tried: list[Lemma] = []
    little = judges | _within(unit, lemmas, LITTLE)
    more = little | _within(unit, lemmas, NOT_MUCH)
    for some in (
        [lemma for lemma in lemmas if goal.sites and lemma in unit.sufficed],
        _near(unit, goal, lemmas, judges),
        _narrow(unit, goal, lemmas, little),
        _near(unit, goal, lemmas, little),
        _near(unit, goal, lemmas, more),
        [lemma for lemma in lemmas if lemma[0] in more | unit.served],
        list(lemmas),
    ):
        if not some or some == tried:
            continue
        tried = some
        found = _asked(unit, hoisted, some, rlimit)
        if found == z3.unsat:
            unit.sufficed = frozenset(some) if goal.sites else unit.sufficed
            return Answer(goal, "proved", tuple(sorted(some)), sort=SORTS[0])
        if found == z3.unknown and set(some) != unit.sufficed:
            return None
    return None


def at_once(
    unit: ObligationContext, goal: Goal, parts: Sequence[Any], lemmas: Sequence[Lemma], rlimit: int
) -> Answer | None:
    """Prove a goal by one question with these lemmas; return None if there is no proof."""
    if _asked(unit, unit.hoisted(parts), lemmas, rlimit) != z3.unsat:
        return None
    return Answer(goal, "proved", tuple(sorted(lemmas)), sort=SORTS[0])


def fewest(unit: ObligationContext, terms: Sequence[Any], lemmas: Iterable[Lemma], rlimit: int) -> set[Lemma]:
    """Leave out lemmas that z3 does not name when it is asked to refute terms with them alone, while it names fewer."""
    used = set(lemmas)
    while used:
        found = unit.refuted(terms, sorted(used), rlimit)
        if found is None or len(found) == len(used):
            break
        used = found
    return used


def near(unit: ObligationContext, goal: Goal, lemma: Lemma) -> bool:
    """Say whether a lemma is its judge's only one, or speaks of a cell of a table that a goal speaks of."""
    of = unit.decider
    return not lemma[1] or not of.tabled(lemma) or of.shares(lemma, goal.lemmas)


def followed(
    unit: ObligationContext, goal: Goal, parts: Sequence[Any], lemmas: Sequence[Lemma], rlimit: int
) -> Answer | None:
    """Prove that a conjunct about whole tables follows, in the same state, from one other that is about them.

    So a bound of a score follows from the number of all cards.  Further lemmas would only be in the way.  Those that
    have most cells in common come first, and each gets ``rlimit``.  Where it does not follow z3 soon says so; only
    questions that it leaves open count (:data:`TWO`).  The other may itself follow (circles are excluded afterwards).
    Return None if there is no proof.
    """
    of = unit.decider
    mine = of.tabled(goal.lemmas[0])
    if unit.hoist is None or of.sort != SORTS[0] or len(goal.lemmas) > 1 or len(mine) <= FEW:
        return None
    others = [lemma for lemma in lemmas if not lemma[1] and lemma not in goal.lemmas]
    others = [lemma for lemma in others if len(mine & of.tabled(lemma)) > FEW]
    hoisted = unit.hoisted(parts)
    left = TWO
    for lemma in sorted(others, key=lambda lemma: -len(mine & of.tabled(lemma))):
        asked = unit.plain_solver(rlimit)
        terms = [*unit.hoisted_base(), *hoisted, unit.before[lemma]]
        asked.add(*terms)
        found = asked.check()
        if found == z3.unsat:
            kept(unit.decider.symbolic, unit.asking, terms, unit.context)
            return Answer(goal, "proved", (lemma,), sort=SORTS[0])
        left -= found == z3.unknown
        if not left:
            break
    return None


def _near(unit: ObligationContext, goal: Goal, lemmas: Sequence[Lemma], judges: set[int]) -> list[Lemma]:
    """The lemmas of judges; those of several conjuncts only if they speak of the same cells of tables."""
    of = unit.decider
    alike = any(of.tabled(lemma) for lemma in goal.lemmas)
    return [lemma for lemma in lemmas if lemma[0] in judges and (not alike or near(unit, goal, lemma))]


def _narrow(unit: ObligationContext, goal: Goal, lemmas: Sequence[Lemma], little: set[int]) -> list[Lemma]:
    """The lemmas about few cells of tables, if the goal speaks of one of these, or their judge is in ``little``."""
    of = unit.decider
    return [
        lemma
        for lemma in lemmas
        if (of.shares(lemma, goal.lemmas) or lemma[0] in little) and len(of.tabled(lemma)) <= FEW
    ]


def _within(unit: ObligationContext, lemmas: Sequence[Lemma], most: int) -> set[int]:
    """The judges whose lemmas have at most so many terms together."""
    by: dict[int, list[Any]] = {}
    for lemma in lemmas:
        if lemma[0] not in unit.sizes:
            by.setdefault(lemma[0], []).append(unit.before[lemma])
    unit.sizes |= {judge: terms_of(z3.And(*terms)) for judge, terms in by.items()}
    return {judge for judge, _ in lemmas if unit.sizes[judge] <= most}


def _asked(unit: ObligationContext, parts: Sequence[Any], lemmas: Sequence[Lemma], rlimit: int) -> Any:
    """Put terms under lemmas to a new solver."""
    plain = unit.plain_solver(rlimit)
    terms = [*unit.hoisted_base(), *parts, *(unit.before[lemma] for lemma in lemmas)]
    if all(lemma in lemmas for lemma in unit.decider.task.lemmas):
        terms.append(unit.going)
    plain.add(*terms)
    found = plain.check()
    if found == z3.unsat:
        kept(unit.decider.symbolic, unit.asking, terms, unit.context)
    return found


__all__ = ["at_once", "fewest", "followed", "near", "plainly"]
