"""A conjunct put to z3 without a literal for each lemma: what it shows, and that it shows nothing else."""

from __future__ import annotations

import pytest
import z3

from queensbench.engines.prove import plain_questions, single_obligation
from queensbench.engines.prove.decider import Decider
from queensbench.engines.prove.obligation_context import ObligationContext
from queensbench.engines.prove.obligations import ENTAILED, Goal, Lemma, Task
from queensbench.engines.prove.plain_questions import followed, plainly
from queensbench.engines.prove.planning import conjuncts, plan
from queensbench.engines.prove.strategy import PATIENT
from queensbench.project.projects import load
from queensbench.readers.symbolic.hoisting import Hoist
from queensbench.rules.system import build
from tests.engines.models import twins

LIMIT = 4_000_000


def asked(
    judge: str,
    others: tuple[str, ...],
    near: tuple[str, ...] = (),
    sort: str = "integers",
    rlimit: int = LIMIT,
) -> list[str]:
    """For each step of a judge that needs a solver: the judges on which a proof rests, or that there is no proof."""
    of = build(twins.mode, twins.mode.full)
    names = [one.name for one in of.judges]
    lemmas = tuple(conjuncts(of, [names.index(name) for name in (judge, *others)]))
    decider = Decider(Task(of, lemmas, None, rlimit), sort)
    found = []
    for goal in plan(of, lemmas):
        if goal.kind == "step" and goal.lemmas == ((names.index(judge), ()),):
            unit = decider.unit(goal)
            bad, _ = unit.broken(goal)
            if bad:
                judges = {names.index(name) for name in (judge, *near)}
                answer = plainly(unit, goal, [*bad, unit.possible], lemmas, judges, rlimit)
                found.append("none" if answer is None else ", ".join(names[j] for j, _ in answer.used))
    return found


def test_those_that_served_before_are_tried_first() -> None:
    assert asked("even", ("alike", "one.never_five"), near=("alike",)) == ["even, alike", "even, alike"]


def test_all_lemmas_count_as_needed_where_its_own_will_not_do() -> None:
    assert asked("even", ("alike", "one.never_five")) == ["one.never_five, even, alike"] * 2


def test_those_that_are_little_come_before_all(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = iter([0, 0, plain_questions.NOT_MUCH + 1] * 2)
    monkeypatch.setattr(plain_questions, "terms_of", lambda _: next(sizes))
    assert asked("even", ("alike", "one.never_five")) == ["even, alike"] * 2


def test_a_site_is_shown_without_literals(monkeypatch: pytest.MonkeyPatch) -> None:
    of = build(twins.mode, twins.mode.full)
    names = [one.name for one in of.judges]
    lemmas = tuple(conjuncts(of, [names.index("alike")]))
    goal, _ = (g for g in plan(of, lemmas) if g.kind == "obligation")
    monkeypatch.setattr(ObligationContext, "refuted", lambda *_: None)
    found = []
    for hoists in (False, True):
        decider = Decider(Task(of, lemmas, None, LIMIT), "integers")
        unit = decider.unit(goal)
        unit.hoist = Hoist(unit.context) if hoists else None
        answer = single_obligation.local(unit, goal.parts()[0], lemmas, LIMIT)
        found.append("none" if answer is None else answer.verdict)
    assert found == ["none", "proved"]


def test_what_fails_is_not_shown() -> None:
    assert asked("one.never_five", ("alike",)) == ["none", "none"]


def test_bit_vectors_and_a_budget_that_is_spent_show_nothing() -> None:
    assert asked("even", ("alike",), sort="bit-vectors") == ["none", "none"]
    assert asked("even", ("alike",), rlimit=1) == ["none", "none"]


def test_conjuncts_about_other_cells_of_a_table_come_later() -> None:
    mode = load().ruleset("queue4").modes["bouquets"]
    of = build(mode, next(one for one in mode.instances if one.name == "nosegay"))
    names = [one.name for one in of.judges]
    judges = [names.index(n) for n in ("cards.conserved", "shape.fourth", "shape.turned", "cards.in_all")]
    conserved, fourth, turned, whole = judges
    lemmas = tuple(conjuncts(of, judges))
    decider = Decider(Task(of, lemmas, None, LIMIT), "integers")
    assert [len(decider.tabled(lemma)) for lemma in lemmas] == [5] * 6 + [2] * 3 + [0, 20]
    goal = next(one for one in plan(of, lemmas) if one.kind == "step" and one.lemmas[0][0] == fourth)
    unit, second = decider.unit(goal), goal.parts()[1]
    same = [(conserved, (3,)), (conserved, (4,)), (fourth, (2,))]
    assert plain_questions._near(unit, second, lemmas, set(judges)) == [*same, (turned, ()), (whole, ())]
    assert plain_questions._near(unit, second, lemmas, {fourth, whole}) == [same[-1], (whole, ())]
    assert plain_questions._narrow(unit, second, lemmas, {turned, whole}) == [*same, (turned, ())]
    turn = next(one for one in plan(of, lemmas) if one.kind == "step" and one.lemmas[0][0] == turned)
    assert plain_questions._near(decider.unit(turn), turn, lemmas, {fourth}) == list(lemmas[6:9])


def test_a_bound_of_the_score_follows_from_one_claim_about_all_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    mode = load().ruleset("queue4").modes["bouquets"]
    of = build(mode, next(one for one in mode.instances if one.name == "nosegay"))
    names = [one.name for one in of.judges]
    within, whole = names.index("score.within"), names.index("cards.in_all")
    lemmas = tuple(conjuncts(of, [names.index("cards.conserved"), within, whole]))

    def shown(
        given: tuple[Lemma, ...], rlimit: int = LIMIT, sort: str = "integers"
    ) -> tuple[Lemma, ...] | None:
        decider = Decider(Task(of, lemmas, None, rlimit), sort)
        goal = Goal(ENTAILED, lemmas=((within, ()),))
        unit = decider.unit(goal)
        answer = followed(unit, goal, unit.broken(goal)[0], given, PATIENT * rlimit)
        return None if answer is None else answer.used

    assert shown(lemmas) == ((whole, ()),)
    assert shown(lemmas[:-1]) is None  # each of the others is about one rank, or is what is to be shown
    assert shown(lemmas, rlimit=1) is None
    assert shown(lemmas, sort="bit-vectors") is None
    monkeypatch.setattr(plain_questions, "FEW", 1_000)
    assert shown(lemmas) is None


def test_claims_that_a_bound_does_not_follow_from_do_not_keep_another_from_being_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two that hold by construction have more cells in common with the bound; z3 soon tells that they do not give it."""
    mode = load().ruleset("queue4").modes["ball-and-bouquets"]
    of = build(mode, mode.full)
    names = [one.name for one in of.judges]
    given = ("together.jack_may_return", "together.moved_already", "cards.in_all", "score.within")
    *_, whole, within = judges = [names.index(name) for name in given]
    lemmas = tuple(conjuncts(of, judges))
    decider = Decider(Task(of, lemmas, None, LIMIT), "integers")
    goal = Goal(ENTAILED, lemmas=((within, ()),))
    unit = decider.unit(goal)
    mine = decider.tabled((within, ()))
    assert [len(mine & decider.tabled((judge, ()))) for judge in judges] == [264, 264, 56, 264]
    answer = followed(unit, goal, unit.broken(goal)[0], lemmas, PATIENT * LIMIT)
    assert answer is not None
    assert answer.used == ((whole, ()),)
    tried: list[int] = []

    class Spent:
        """A solver that spends its budget on each question."""

        def add(self, *_: object) -> None:
            tried.append(1)

        def check(self) -> object:
            return z3.unknown

    monkeypatch.setattr(ObligationContext, "plain_solver", lambda *_: Spent())
    assert followed(unit, goal, unit.broken(goal)[0], lemmas, 1) is None
    assert len(tried) == plain_questions.TWO
