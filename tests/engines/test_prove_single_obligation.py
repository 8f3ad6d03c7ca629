"""One place by itself: what sufficed for the one before comes first, and arguments are split on two at a time."""

from __future__ import annotations

from typing import Any

import pytest
import z3

from queensbench.engines.prove import plain_questions, single_obligation
from queensbench.engines.prove.decider import Decider
from queensbench.engines.prove.obligation_context import ObligationContext
from queensbench.engines.prove.obligations import Goal, Lemma, Task
from queensbench.engines.prove.planning import conjuncts, plan
from queensbench.project.projects import load
from queensbench.rules.system import build

LIMIT = 4_000_000


def asked(transition: str, judge: str, kind: str) -> tuple[ObligationContext, Goal, tuple[Lemma, ...]]:
    """The first goal of a kind of a transition in a small box of counted sequences."""
    mode = load().ruleset("queue4").modes["bouquets"]
    of = build(mode, next(one for one in mode.instances if one.name == "nosegay"))
    names = [one.name for one in of.judges]
    lemmas = tuple(conjuncts(of, [names.index(name) for name in (judge, "shape.in_hand")]))
    (number,) = (at for at, one in enumerate(of.transitions) if one.name == transition)
    decider = Decider(Task(of, lemmas, None, LIMIT), "integers")
    goal = next(one for one in plan(of, lemmas) if one.kind == kind and one.transition == number)
    return decider.unit(goal), goal.parts()[0], lemmas


def test_what_sufficed_for_a_place_is_tried_first_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    unit, goal, lemmas = asked("pay", "cards.conserved", "obligation")
    tried: list[list[Lemma]] = []

    def answer(_: ObligationContext, __: Any, some: list[Lemma], ___: int) -> Any:
        tried.append(list(some))
        return z3.unsat if len(some) == len(lemmas) else z3.sat

    monkeypatch.setattr(plain_questions, "_asked", answer)
    first = plain_questions.plainly(unit, goal, [], lemmas, set(), LIMIT)
    count = len(tried)
    again = plain_questions.plainly(unit, goal, [], lemmas, set(), LIMIT)
    assert first is not None
    assert again is not None
    assert first.used == again.used == tuple(sorted(lemmas))
    assert count > 1
    assert tried[-1] == list(lemmas)
    assert len(tried) == count + 1
    # What has been given up since is not asked for.
    fewer = lemmas[1:]
    assert plain_questions.plainly(unit, goal, [], fewer, set(), LIMIT) is None
    assert all(lemmas[0] not in some for some in tried[count + 1 :])


def test_a_split_goes_on_with_another_argument_where_a_value_is_left_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unit, goal, lemmas = asked("exchange", "queues.ordered", "step")
    choices = single_obligation._choices(unit, goal)
    names = [[str(term) for term, _ in of] for of in choices]
    assert names[:2] == [["a.queue"], ["a.place"]]
    assert names[-2:] == [["a.queue", "a.place"], ["a.place", "a.queue"]]
    seen: dict[str, None] = {}

    def refuted(_: ObligationContext, terms: list[Any], *__: Any) -> set[Lemma] | None:
        fixed = [str(term) for term in terms if str(term).endswith((" == a.queue", " == a.place"))]
        seen[", ".join(fixed)] = None
        return {lemmas[0]} if len(fixed) == 2 or fixed == ["1 == a.queue"] else None

    monkeypatch.setattr(ObligationContext, "refuted", refuted)
    assert single_obligation._by_values(unit, [unit.likely], choices[0], lemmas, LIMIT) is None
    assert list(seen) == ["1 == a.queue", "0 == a.queue"]
    assert single_obligation._by_values(unit, [unit.likely], choices[-2], lemmas, LIMIT) == {lemmas[0]}
    assert list(seen)[2:] == [f"0 == a.queue, {place} == a.place" for place in (3, 4, 5, 6, 0, 1, 2)]


@pytest.mark.parametrize(("modelled", "splits"), [(True, False), (False, True)])
def test_no_split_is_tried_where_z3_has_a_state(
    monkeypatch: pytest.MonkeyPatch, *, modelled: bool, splits: bool
) -> None:
    unit, goal, lemmas = asked("exchange", "queues.ordered", "step")
    assert unit.one_step is not None
    (ways,) = single_obligation._tries(unit, goal, unit.one_step.result)
    asked_for: list[tuple[int, int]] = []

    def refuted(of: ObligationContext, terms: list[Any], some: list[Lemma], _: int) -> None:
        asked_for.append((len(terms), len(some)))
        of.modelled = modelled

    monkeypatch.setattr(ObligationContext, "refuted", refuted)
    assert single_obligation.local(unit, goal, lemmas, LIMIT) is None
    whole = [(len(way), some) for way in ways for some in (0, len(lemmas))]
    assert asked_for[:2] == whole[:2]
    assert (asked_for != whole) == splits


def test_a_state_for_one_value_ends_the_splits_and_one_without_all_lemmas_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unit, _, lemmas = asked("exchange", "queues.ordered", "step")
    unit.useful = {lemmas[0][0]}
    near = [lemma for lemma in lemmas if lemma[0] in unit.useful]
    assert len(near) < len(lemmas)

    def refuted(of: ObligationContext, _: list[Any], some: list[Lemma], __: int) -> set[Lemma] | None:
        of.modelled = len(some) == len(near)
        return None if of.modelled else set(lemmas)

    monkeypatch.setattr(ObligationContext, "refuted", refuted)
    assert single_obligation._by_useful(unit, [unit.likely], lemmas, LIMIT) == set(lemmas)
    unit.useful = set()

    def possible(of: ObligationContext, _: list[Any], __: list[Lemma], ___: int) -> None:
        of.modelled = True

    monkeypatch.setattr(ObligationContext, "refuted", possible)
    with pytest.raises(single_obligation._Possible):
        single_obligation._by_useful(unit, [unit.likely], lemmas, LIMIT)


def test_whether_z3_has_a_state_is_known_of_the_last_question() -> None:
    unit, _, lemmas = asked("exchange", "queues.ordered", "step")
    x = z3.Int("x", unit.context)
    cases: list[tuple[Any, int, set[Lemma] | None, bool]] = [
        (z3.BoolVal(True, unit.context), LIMIT, None, True),
        (z3.BoolVal(False, unit.context), LIMIT, set(), False),
        (x * x * x == 7 * x + 1_234_567, 1, None, False),  # the budget ends before an answer
    ]
    for term, limit, lemmas_used, modelled in cases:
        assert unit.refuted([term], lemmas[:1], limit) == lemmas_used
        assert unit.modelled == modelled
