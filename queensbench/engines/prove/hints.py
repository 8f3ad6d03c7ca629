"""Hints: how the goals of an earlier proof were shown, so that z3 is asked in that way first.

Most of a proof's time goes to questions that do not end it: with lemmas that do not suffice, about many conjuncts at
once, split by the wrong argument.  A hint names the judges whose lemmas sufficed, and the form of the question.  It is
no verdict and no part of one: z3 is asked as ever, and where it does not prove the goal in the way of its hint, the
goal is put as if there were none.  So a hint that is out of date, or wrong, costs a question.

Goals of one claim and one transition share their hints, whatever the case and the values of the claim's arguments.

Source: the hints of F* (files of the unsatisfiable cores of earlier proofs), *Dependent types and multi-monadic effects
in F** (Swamy and others, 2016).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from queensbench.engines.prove.obligations import Answer, Goal, Lemma

AT_ONCE, NEAR, FIRST_REQUIREMENTS, ALONE = "at-once", "near", "first-requirements", "alone"
"""That a question is put with all that is known of its step, or of that with those conjuncts only which speak of the
same cells as the goal; with the first requirements of its transition alone; or as in
:mod:`~queensbench.engines.prove.single_obligation`, perhaps split."""
WAYS = (AT_ONCE, NEAR, FIRST_REQUIREMENTS, ALONE)

GROUP, VALUES, ONE = "group", "values", "one"
"""All conjuncts of a claim, or sites; these for known arguments of the transition; or a single one of them."""
FORMS = (GROUP, VALUES, ONE)


class Hinted(NamedTuple):
    """The goals that a hint is for.

    ``transition``: its number.  ``judge``: of the claim, -1 for ranges.  ``form``: one of :data:`FORMS`.  ``site``: the
    number of a single site, else -1.
    """

    transition: int
    judge: int
    form: str
    site: int = -1


@dataclass(frozen=True)
class Hint:
    """The way of a proof (one of :data:`WAYS`), and the judges whose lemmas sufficed.

    ``split``: the place of what it was split by among the choices that there are, -1 for nothing.  ``itself``: of the
    claim's own lemmas those sufficed that are the goal's.
    """

    way: str
    judges: frozenset[int]
    split: int = -1
    itself: bool = False

    def chosen(self, goal: Goal, lemmas: Sequence[Lemma]) -> list[Lemma]:
        """The lemmas that a goal is put with, of those that there are."""
        own = set(goal.lemmas)
        left = (lemma for lemma in lemmas if lemma[0] in self.judges)
        return [lemma for lemma in left if not self.itself or lemma[0] != goal.judge or lemma in own]


Hints = Mapping[Hinted, Hint]
NO_HINTS: Hints = {}


def place(goal: Goal) -> Hinted | None:
    """The place of a goal's hint; None for a goal that gets none."""
    if goal.path or not goal.obligation.learnt:
        return None
    form = VALUES if goal.args else ONE if goal.single else GROUP
    site = goal.sites[0] if goal.sites and form == ONE else -1
    return Hinted(goal.transition, goal.judge, form, site)


def apart(hints: Hints, goal: Goal) -> str:
    """The form of the parts by which alone goals like this one were shown, so that it need not be put whole first.

    Empty where it is to be put whole, or there is no hint.
    """
    at = place(goal)
    if at is None or at.form != GROUP or at in hints:
        return ""
    if at._replace(form=VALUES) in hints:
        return VALUES
    return ONE if any(at._replace(form=ONE, site=site) in hints for site in goal.sites or (-1,)) else ""


@dataclass
class Learnt:
    """The hints that the answers of a proof give to a later one."""

    ways: dict[Hinted, Counter[tuple[str, int]]] = field(default_factory=dict)
    judges: dict[Hinted, set[int]] = field(default_factory=dict)
    others: set[Hinted] = field(default_factory=set)

    def note(self, answers: Iterable[Answer]) -> None:
        """Keep how goals were shown by z3."""
        for answer in answers:
            at = place(answer.goal)
            if at is not None and answer.verdict == "proved" and answer.way:
                self.ways.setdefault(at, Counter())[answer.way, answer.split] += 1
                self.judges.setdefault(at, set()).update(answer.judges_used)
                own = {lemma for lemma in answer.used if lemma[0] == at.judge}
                if not own <= set(answer.goal.lemmas):
                    self.others.add(at)

    @property
    def hints(self) -> dict[Hinted, Hint]:
        """A hint for each place: the way of most goals there, and the judges of all."""
        found = {}
        for at, ways in self.ways.items():
            (way, split), _ = max(ways.items(), key=lambda one: (one[1], one[0]))
            itself = at.judge in self.judges[at] and at not in self.others
            found[at] = Hint(way, frozenset(self.judges[at]), split, itself)
        return found


def split_by_values(hints: Hints) -> set[int]:
    """The transitions with a claim that was shown by values: one question for each takes long."""
    return {at.transition for at, hint in hints.items() if at.judge >= 0 and hint.split >= 0}


def shown_by_steps(hints: Hints) -> set[int]:
    """The judges of claims with a step that was shown: of what follows from other claims no step is tried."""
    return {at.judge for at in hints if at.judge >= 0}


def of_transition(hints: Hints, transition: int) -> Hints:
    """The hints for goals of one transition."""
    return {at: hint for at, hint in hints.items() if at.transition == transition}


__all__ = [
    "FORMS",
    "NO_HINTS",
    "WAYS",
    "Hint",
    "Hinted",
    "Hints",
    "Learnt",
    "apart",
    "of_transition",
    "place",
    "shown_by_steps",
    "split_by_values",
]
