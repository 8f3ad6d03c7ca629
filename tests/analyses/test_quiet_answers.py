"""The answers of the four rulebooks to quiet choices: each answers a question that is still asked."""

from __future__ import annotations

import pytest

import queensbench as qb
from queensbench.analyses.quiet.search import TRIED, answers_of
from queensbench.analyses.quiet.supplies import ALL, COMPONENT, ONE, subtracted
from queensbench.project import projects

RULESETS = ("queen-is-dead", "queen-of-scots", "queens-collection", "queue4")


@pytest.mark.parametrize("name", RULESETS)
def test_no_answer_is_left_behind_by_the_rules(name: str) -> None:
    """What is read off the rules the search itself holds answers to; the rest is found in play, and looked up here."""
    [found] = qb.quiet(name, games=0, seconds=0)
    assert found.kinds["require"]
    ruleset = projects.load().ruleset(name)
    systems = [projects.system(ruleset, mode, mode.full) for mode in ruleset.modes.values()]
    asked = {
        (system.fields[field].name, COMPONENT, text, 1)
        for system in systems
        for field in subtracted(system)
        for text in (ONE, ALL)
    }
    rules = {function.name.rpartition(".")[2] for system in systems for function in system.functions}
    answers = [key for key in answers_of(ruleset).by_question if key[1] in TRIED]
    assert {key for key in answers if key[1] == COMPONENT} <= asked
    assert {key[0] for key in answers if key[1] == "order"} <= rules
    assert {key[1] for key in answers} <= {COMPONENT, "order"}


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_every_decision_that_parts_games_is_answered(name: str) -> None:
    [found] = qb.quiet(name, seconds=3600)
    assert (found.unanswered, found.left) == ((), ())
