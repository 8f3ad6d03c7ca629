"""The answers of the four rulebooks to quiet choices: each answers a question that is still asked."""

from __future__ import annotations

import pytest

import queensbench as qb
from queensbench.analyses.quiet.search import answers_of
from queensbench.analyses.quiet.supplies import ALL, COMPONENT, ONE, subtracted
from queensbench.project import projects
from queensbench.rules.typed import ir

RULESETS = ("queen-is-dead", "queen-of-scots", "queens-collection", "queue4")


@pytest.mark.parametrize("name", RULESETS)
def test_no_answer_is_left_behind_by_the_rules(name: str) -> None:
    [found] = qb.quiet(
        name, games=0, seconds=0
    )  # raises BadInput for the first such answer to a decision of a rule
    ruleset = projects.load()[name]
    systems = [projects.system(ruleset, mode, mode.full) for mode in ruleset.modes]
    supplies = {
        (system.fields[n].name, text) for system in systems for n in subtracted(system) for text in (ONE, ALL)
    }
    rules = {function.name for system in systems for function in system.functions}
    asked = {row[:2] for row in found.rows()[1:]}
    answers = answers_of(ruleset).by_question.values()
    assert answers
    for rule, kind, text, _ in (answer.asked for answer in answers):
        if kind == COMPONENT:
            assert (rule, text) in supplies
        elif kind == "order":
            assert rule.split(", ")[0] in {one.rpartition(".")[2] for one in rules}
        else:
            assert (rule, kind) in asked


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_every_decision_that_parts_games_is_answered(name: str) -> None:
    [found] = qb.quiet(name, seconds=3600)
    assert (found.unanswered, found.left) == ((), ())
