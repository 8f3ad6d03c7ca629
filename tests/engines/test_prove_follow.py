"""Claims that follow from others in the same state: no steps, no circles; and what one conjunct or site needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
import z3

from queensbench.engines.prove import induction as proving
from queensbench.engines.prove import worker_pool
from queensbench.engines.prove.decider import Decider
from queensbench.engines.prove.induction import Proof, grounded, prove
from queensbench.engines.prove.obligations import ENTAILED, Answer, Goal, News, Order, Task
from queensbench.engines.prove.planning import cases, conjuncts, pins, plan
from queensbench.engines.prove.single_obligation import local, without
from queensbench.engines.prove.worker_pool import Deciders, Workers
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engines.models import purse, twins


def system() -> ir.System:
    return build(twins.mode, twins.mode.full)


def shown(of: ir.System, names: list[str], asked: list[Goal] | None = None) -> tuple[Proof, dict[str, str]]:
    judges = [judge.name for judge in of.judges]
    with Workers(of) as workers:
        proof = prove(of, [judges.index(name) for name in names], workers=workers)
        if asked is not None:
            asked += workers.facts.found
    return proof, {judges[claim.judge]: claim.verdict for claim in proof.claims}


def test_a_claim_that_follows_from_others_needs_no_steps() -> None:
    of = system()
    goals: list[Goal] = []
    proof, verdicts = shown(of, ["even", "alike", "small"], goals)
    assert verdicts == {"even": "proved", "alike": "proved", "small": "by construction"}
    rests = {of.judges[claim.judge].name: claim.lemmas for claim in proof.claims}
    names = [judge.name for judge in of.judges]
    assert rests["even"] == (names.index("even"), names.index("alike"))
    steps = {of.judges[goal.lemmas[0][0]].name for goal in goals if goal.kind == "step"}
    assert steps == {"alike"}


def test_two_wrong_claims_that_follow_from_each_other_are_not_proved() -> None:
    _, verdicts = shown(system(), ["one.never_five", "two.never_five", "alike"])
    assert verdicts == {
        "one.never_five": "not inductive",
        "two.never_five": "not inductive",
        "alike": "proved",
    }


def test_a_claim_whose_support_falls_is_tried_by_steps() -> None:
    _, verdicts = shown(system(), ["one.never_five", "two.never_five"])
    assert verdicts == {"one.never_five": "not inductive", "two.never_five": "not inductive"}


def follows(judge: int, *others: int) -> Answer:
    return Answer(Goal(ENTAILED, lemmas=((judge, ()),)), "proved", tuple((other, ()) for other in others))


def test_what_holds_in_every_typed_state_is_no_lemma_for_others() -> None:
    news = News().after([follows(4), follows(3, 2), Answer(Goal(ENTAILED, lemmas=((5, ()),)), "unknown")])
    assert news.followed == {3, 4}
    assert news.typed == {4}
    assert news.after([follows(6)]).typed == {4, 6}
    assert news.telling([(2, ()), (4, (0,)), (4, (1,)), (3, ())]) == [(2, ()), (3, ())]


def test_hard_goals_are_asked_without_what_holds_in_every_typed_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """But whether a transition is possible is asked with all: then a state is found in which all of them hold."""
    of = system()
    names = [judge.name for judge in of.judges]
    asked: list[tuple[bool, set[str]]] = []

    def hard(deciders: Deciders, goal: Goal) -> Answer:
        asked.append((goal.obligation.witnessed, {names[judge] for judge, _ in deciders.task.lemmas}))
        return Answer(goal, "unknown")

    monkeypatch.setattr(worker_pool, "hard", hard)
    lemmas = tuple(conjuncts(of, [names.index(name) for name in ("even", "alike", "small")]))
    news = News(typed=frozenset({names.index("small")}))
    for goal in (goal for goal in plan(of, lemmas) if goal.transition >= 0):
        worker_pool.answering(of)((Order(lemmas, None, 1), [goal], True, news, {}), lambda _: None)
    assert {witnessed for witnessed, _ in asked} == {True, False}
    for witnessed, given in asked:
        assert given == ({"even", "alike", "small"} if witnessed else {"even", "alike"})


def test_what_is_given_and_holds_in_every_typed_state_is_no_lemma_in_later_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = system()
    names = [judge.name for judge in of.judges]
    shown_before = [names.index(name) for name in ("even", "alike", "small")]
    orders: list[Order] = []
    decide = Workers.decide

    def noted(workers: Workers, goals: Iterable[Goal], order: Order, told: Any) -> dict[Goal, Answer]:
        orders.append(order)
        return decide(workers, goals, order, told)

    with Workers(of) as workers:
        prove(of, shown_before, workers=workers)
        monkeypatch.setattr(Workers, "decide", noted)
        prove(of, [names.index("one.never_five")], given=shown_before, workers=workers)
    assert {order.typed for order in orders} == {frozenset({names.index("small")})}


def test_circles_of_claims_are_broken_where_they_close() -> None:
    answers = {0: follows(0, 1), 1: follows(1, 2), 2: follows(2, 0), 3: follows(3, 2), 4: follows(4)}
    assert list(grounded(answers)) == [0, 1, 3, 4]
    assert list(grounded({0: follows(0, 0)})) == []


def test_a_claim_that_was_taken_to_follow_and_does_not_gets_its_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both claims of a circle are treated as answered: the second is shown by steps, or falls."""
    monkeypatch.setattr(proving, "grounded", lambda answers: {j: a for j, a in answers.items() if j != 2})
    _, verdicts = shown(system(), ["even", "alike"])
    assert verdicts == {"even": "proved", "alike": "proved"}


def test_a_solver_is_not_given_what_follows_when_another_is_asked() -> None:
    of = system()
    names = [judge.name for judge in of.judges]
    judges = [names.index(name) for name in ("one.never_five", "two.never_five", "alike")]
    decider = Decider(Task(of, tuple(conjuncts(of, judges)), None, 4_000_000), "integers")
    goals = [Goal(ENTAILED, lemmas=tuple(conjuncts(of, [judge]))) for judge in judges]
    decider.begin(goals[0], patient=False)
    answers = [decider.decide(goal) for goal in goals]
    assert [answer.verdict for answer in answers] == ["proved", "failed", "failed"]
    decider.begin(goals[1], patient=False, news=News(followed=frozenset([judges[2]])))
    assert decider.decide(goals[0]).verdict == "failed"


def test_a_requirement_of_one_of_several_values_makes_as_many_cases() -> None:
    of = system()
    assert [pins(of, number) for number in range(2)] == [{0: (0, 1)}, {0: (1,)}]
    assert cases(of, 0) == [((0, 0),), ((0, 1),)]


def test_one_site_by_itself_is_shown_without_what_was_violated_before() -> None:
    of = build(purse.mode, purse.mode.full, ruleset="purse")
    lemmas = tuple(conjuncts(of, [[judge.name for judge in of.judges].index("conserved")]))
    decider = Decider(Task(of, lemmas, None, 4_000_000), "integers")
    sites = [goal for goal in plan(of, lemmas) if goal.kind == "obligation"]
    for goal in (part for whole in sites for part in whole.parts()):
        found = local(decider.unit(goal), goal, lemmas, 1_000_000)
        assert found is not None
        assert found.verdict == "proved"


def test_what_was_violated_earlier_is_put_down_as_not_having_happened() -> None:
    a, b = z3.Bools("a b")
    assert z3.simplify(without(z3.And(z3.Not(a), b), [a])).eq(b)
    assert without(True, [a]) is True
