"""The strategies by which a goal is put to z3, in order: cheap ones that often suffice come first.

A conjunct that a transition leaves unchanged needs no solver.  Every other goal goes through :data:`STRATEGIES` until
one of them decides it.  Each spends its budget, in z3's resource units, on each question that it puts.

Three steps come before these, or around them: cases that a symmetry maps to each other are one goal
(:mod:`~queensbench.engines.prove.symmetric_cases`); a goal is first put with a part of its budget
(:func:`~queensbench.engines.prove.worker_pool.cheap`); and what is still open is split by the arguments of its
transition and put with integers, then with bit-vectors (:func:`~queensbench.engines.prove.worker_pool.hard`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import z3

from queensbench.engines.prove.case_split import harder
from queensbench.engines.prove.hints import ALONE, AT_ONCE, FIRST_REQUIREMENTS, NEAR, Hint, place
from queensbench.engines.prove.lemma_consistency import alive
from queensbench.engines.prove.obligation_context import ObligationContext
from queensbench.engines.prove.obligations import ENTAILED, SORTS, TYPED, Answer, Goal, Lemma
from queensbench.engines.prove.plain_questions import at_once, fewest, followed, near, plainly
from queensbench.engines.prove.planning import sums_cells
from queensbench.engines.prove.single_obligation import local, local_as_hinted
from queensbench.readers.symbolic.terms import or_

PATIENT = 16
"""The question whether one conjunct follows from one other gets so many budgets."""


@dataclass(frozen=True)
class SolverQuestion:
    """A goal in the form that is put to z3.

    ``parts``: that some of its conjuncts do not hold, or some of its sites are violated.  ``lemmas``: those that its
    proof may use.  ``judges``: those whose lemmas goals like it needed.  ``rlimit``: its budget now.
    """

    context: ObligationContext
    goal: Goal
    parts: list[Any]
    lemmas: list[Lemma]
    judges: set[int]
    rlimit: int

    @property
    def whole(self) -> int:
        """The whole budget of a goal; a first try gets a part of it."""
        return self.context.decider.task.rlimit

    @property
    def possible(self) -> list[Any]:
        """The condition that the transition happens, for conjuncts; the condition of a site says it already."""
        after = self.goal.lemmas and self.context.execution is not None
        return [self.context.possible] if after else []

    @property
    def hint(self) -> Hint | None:
        """The way in which goals like this one were shown before, of every reading at once, by integers."""
        context = self.context
        if context.one_step is None or context.readings is not None or context.decider.sort != SORTS[0]:
            return None
        at = place(self.goal)
        return None if at is None else context.hints.get(at)

    def check(self, possible: list[Any], rlimit: int) -> Answer:
        """Ask z3, first with the lemmas of ``judges``, then with all."""
        first = [lemma for lemma in self.lemmas if lemma[0] in self.judges]
        return self.context.check(self.goal, [*self.parts, *possible], self.lemmas, first, rlimit)


@dataclass(frozen=True)
class Strategy:
    """One way to decide a goal.

    ``applies``: whether it is tried.  ``budget``: z3's resource limit for each question.  ``attempt``: its answer,
    None where it does not decide the goal.  ``way``: that of a hint to what it proves (none: there is no hint of it).
    """

    name: str
    applies: Callable[[SolverQuestion], bool]
    budget: Callable[[SolverQuestion], int]
    attempt: Callable[[SolverQuestion, int], Answer | None]
    way: str = ""


def _hinted(question: SolverQuestion, rlimit: int) -> Answer | None:
    """As goals like this one were shown before, with the lemmas that sufficed then."""
    hint = question.hint
    assert hint is not None
    context, goal = question.context, question.goal
    lemmas = hint.chosen(goal, question.lemmas)
    if hint.way == ALONE:
        found = local_as_hinted(context, goal, lemmas, rlimit, hint.split)
    else:
        condition = [context.likely] if hint.way == FIRST_REQUIREMENTS else question.possible
        parts, found = [*question.parts, *condition], None
        some = [one for one in lemmas if near(context, goal, one)] if hint.way == NEAR else lemmas
        if len(some) < len(lemmas):
            found = at_once(context, goal, parts, some, rlimit)
        found = found or at_once(context, goal, parts, lemmas, rlimit)
    if found is not None:
        found.way, found.split = hint.way, hint.split
    return found


def _single(question: SolverQuestion, rlimit: int) -> Answer | None:
    return local(question.context, question.goal, question.lemmas, rlimit)


def _likely(question: SolverQuestion, rlimit: int) -> Answer | None:
    """With the first requirements of the transition only, so that nothing but a proof counts."""
    found = question.check([question.context.likely], rlimit)
    return found if found.verdict == "proved" else None


def _plain(question: SolverQuestion, rlimit: int) -> Answer | None:
    parts = [*question.parts, *question.possible]
    return plainly(question.context, question.goal, parts, question.lemmas, question.judges, rlimit)


def _whole(question: SolverQuestion, rlimit: int) -> Answer | None:
    return question.check(question.possible, rlimit)


def _one_other(question: SolverQuestion, rlimit: int) -> Answer | None:
    return followed(question.context, question.goal, question.parts, question.context.lemmas(), rlimit)


def _case_split(question: SolverQuestion, rlimit: int) -> Answer | None:
    return harder(question.context, question.goal, question.lemmas, rlimit)


STRATEGIES = (
    Strategy(
        "as hinted",
        applies=lambda q: q.hint is not None,
        budget=lambda q: q.whole,
        attempt=_hinted,
    ),
    Strategy(
        "single site",
        applies=lambda q: q.goal.single and bool(q.goal.sites),
        budget=lambda q: q.rlimit,
        attempt=_single,
        way=ALONE,
    ),
    Strategy(
        "first requirements",
        applies=lambda q: bool(q.possible) and not q.context.likely.eq(q.context.possible),
        budget=lambda q: q.rlimit,
        attempt=_likely,
        way=FIRST_REQUIREMENTS,
    ),
    Strategy(
        "without literals",
        applies=lambda q: q.context.hoist is not None and bool(q.goal.lemmas),
        budget=lambda q: q.whole if q.goal.single else q.rlimit,
        attempt=_plain,
        way=AT_ONCE,
    ),
    Strategy(
        "whole",
        # of many conjuncts that were asked without literals the next question is about each by itself
        applies=lambda q: q.context.hoist is None or not q.goal.many or q.goal.obligation.entails,
        budget=lambda q: q.rlimit,
        attempt=_whole,
        way=AT_ONCE,
    ),
    Strategy(
        "one other claim",
        applies=lambda q: (
            q.goal.obligation == ENTAILED and sums_cells(q.context.decider.system, q.goal.judge)
        ),
        budget=lambda q: PATIENT * q.whole,
        attempt=_one_other,
    ),
    Strategy(
        "single conjunct",
        applies=lambda q: q.goal.single and bool(q.goal.lemmas) and q.goal.obligation != TYPED,
        budget=lambda q: q.rlimit,
        attempt=_single,
        way=ALONE,
    ),
    Strategy(
        "case split",
        applies=lambda q: q.rlimit >= q.whole,  # a first try is to be cheap
        budget=lambda q: q.rlimit,
        attempt=_case_split,
    ),
)
"""In this order; the first answer that is not ``unknown`` counts."""


def decide(context: ObligationContext, goal: Goal, rlimit: int) -> Answer:
    """Decide one of a context's goals."""
    if goal.obligation.witnessed:
        context.asking = None
        return alive(context, goal, rlimit)
    if context.dead:
        return Answer(goal, "proved", frame=True)
    context.asking = goal
    lemmas = context.news.telling(goal.obligation.hypotheses(context, goal))
    kept: list[Lemma] = []
    if goal.sites:
        bad = context.terms([or_(*context.conditions(goal))])
    else:
        bad, kept = context.broken(goal)
    if all(z3.is_false(term) for term in bad):
        return Answer(goal, "proved", tuple(kept), frame=True)
    parts = [context.fixed(bad[0] if len(bad) == 1 else z3.Or(*bad), goal), *context.equal(goal)]
    judges = context.news.judges(goal) | context.own.judges(goal)
    answer = _tried(SolverQuestion(context, goal, parts, lemmas, judges, rlimit))
    context.learn(answer)
    if answer.verdict == "proved" and kept:
        answer.used = tuple(sorted({*answer.used, *kept}))
    return answer


def _tried(question: SolverQuestion) -> Answer:
    """Return the answer of the first strategy that decides a question, else that of the last one tried."""
    answer = Answer(question.goal, "unknown")
    for strategy in STRATEGIES:
        if strategy.applies(question):
            answer = strategy.attempt(question, strategy.budget(question)) or answer
            if answer.verdict != "unknown":
                answer.way = answer.way or strategy.way
                if question.context.recording:
                    _fewest(question, answer)
                break
    return answer


def _fewest(question: SolverQuestion, answer: Answer) -> None:
    """Leave lemmas out of a proof that it does not need, and say whether those left are near."""
    context, goal = question.context, question.goal
    by_one = answer.way in (AT_ONCE, FIRST_REQUIREMENTS)
    if answer.verdict != "proved" or not by_one or context.one_step is None:
        return
    condition = [context.likely] if answer.way == FIRST_REQUIREMENTS else question.possible
    terms = context.hoisted([*question.parts, *condition])
    answer.used = tuple(sorted(fewest(context, terms, answer.used, question.whole)))
    if answer.way == AT_ONCE and goal.lemmas and all(near(context, goal, lemma) for lemma in answer.used):
        answer.way = NEAR


__all__ = ["PATIENT", "STRATEGIES", "SolverQuestion", "Strategy", "decide"]
