"""In what order a goal is put to z3: what is cheap and often enough comes first.

What is after a transition what it was before needs no solver.  A goal is first put to z3 with few lemmas: those of its
own judge, and of judges that goals like it needed before.  If that does not show it, it is asked again with all, then
by itself, by what follows from one other claim, and by cases.
"""

from __future__ import annotations

from typing import Any

import z3

from queensbench.engines.prove.case_split import harder
from queensbench.engines.prove.lemma_consistency import alive
from queensbench.engines.prove.obligation_context import Unit
from queensbench.engines.prove.obligations import Answer, Goal, Lemma, sums_cells
from queensbench.engines.prove.single_obligation import local
from queensbench.engines.prove.tactics import followed, plainly
from queensbench.readers.symbolic.terms import or_

ASSUMING = ("step", "obligation", "question", "alive", "follow")
"""Kinds of goals of any state in which the lemmas hold; all others are of the start."""


def decide(unit: Unit, goal: Goal, rlimit: int) -> Answer:
    """Decide one of a unit's goals."""
    if unit.dead and goal.kind != "alive":
        return Answer(goal, "proved", frame=True)
    lemmas = unit.lemmas() if goal.kind in ASSUMING else []
    if goal.kind == "follow":
        lemmas = unit.others(goal)
    unit.asking = None if goal.kind == "alive" else goal
    if goal.kind == "alive":
        return alive(unit, goal, rlimit)
    kept: list[Lemma] = []
    if goal.sites:
        bad = unit.terms([or_(*unit.conditions(goal))])
    else:
        bad, kept = unit.broken(goal)
    if all(z3.is_false(term) for term in bad):
        return Answer(goal, "proved", tuple(kept), frame=True)
    parts = [unit.fixed(bad[0] if len(bad) == 1 else z3.Or(*bad), goal), *unit.equal(goal)]
    possible: list[Any] = []
    judges = unit.news.judges(goal) | unit.own.judges(goal)
    first = [lemma for lemma in lemmas if lemma[0] in judges]
    one = len(goal.sites) + len(goal.lemmas) == 1
    answer = (local(unit, goal, lemmas, rlimit) if one and goal.sites else None) or Answer(goal, "unknown")
    if goal.lemmas and goal.kind in ("step", "early"):
        possible = [unit.possible]
        if not unit.likely.eq(unit.possible):  # with less than all that the transition requires
            answer = unit.check(goal, [*parts, unit.likely], lemmas, first, rlimit)
    if unit.hoist is not None and answer.verdict != "proved" and one and goal.kind == "step" and goal.lemmas:
        answer = plainly(unit, goal, [*parts, *possible], lemmas, judges) or answer
    if answer.verdict != "proved":
        answer = unit.check(goal, [*parts, *possible], lemmas, first, rlimit)
    if (
        answer.verdict == "unknown"
        and goal.kind == "follow"
        and sums_cells(unit.decider.system, goal.lemmas[0][0])
    ):
        answer = followed(unit, goal, parts, unit.lemmas()) or answer
    if answer.verdict == "unknown" and one and goal.lemmas:
        answer = local(unit, goal, lemmas, rlimit) or answer
    if answer.verdict == "unknown" and rlimit >= unit.decider.task.rlimit:  # a first try is to be cheap
        answer = harder(unit, goal, lemmas, rlimit) or answer
    unit.own = unit.own.after([answer])
    unit.served |= {lemma[0] for lemma in answer.used}
    if answer.verdict == "failed" and goal.kind == "step" and goal.lemmas and not unit.patient:
        unit.lost.add(goal.lemmas[0][0])
    if answer.verdict == "proved" and kept:
        answer.used = tuple(sorted({*answer.used, *kept}))
    return answer
