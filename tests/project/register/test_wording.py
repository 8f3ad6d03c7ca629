"""How the rulings of every rulebook are worded: questions that are asked, readings that answer them, a clause for each.

That readings exclude each other, and that an answer fits, has to be read; what can be tested is tested here.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import load, rulings_of

ROOT = Path(__file__).parents[3]
ASKS = re.compile(r"(Is|Are|Was|Were|Do|Does|Did|May|Must|Can|Has|Have)\b", re.IGNORECASE)
"""How a question begins that is answered by yes or no."""

RULESETS = {
    ruleset.name: {decl.name: decl for mode in ruleset.modes.values() for decl in rulings_of(mode)}
    for ruleset in load(ROOT).rulesets.values()
}


def asked(question: str) -> str:
    """The question itself, without the case that is told before it."""
    return question.rpartition(": ")[2]


def yes_or_no(question: str) -> bool:
    """Whether a question is answered by yes or no, not by one of two things that it names."""
    return bool(ASKS.match(asked(question))) and not re.search(r"\bor\b", asked(question))


def answered(decl: RulingDecl) -> set[str]:
    """How the readings of a ruling begin."""
    return {re.split(r"\W", str(reading.value))[0] for reading in decl.readings}


def unsupported(decl: RulingDecl) -> list[str]:
    """The readings for which no clause speaks although their reason does not say so."""
    return [
        reading.name
        for reading in decl.readings
        if not decl.speaks.get(reading) and "no clause speaks" not in decl.reasons[reading].lower()
    ]


def test_what_is_a_question_of_yes_or_no() -> None:
    assert yes_or_no("May one walk?")
    assert yes_or_no("The street is empty: does one walk?")
    assert yes_or_no("The street is empty: must it be crossed?")
    assert not yes_or_no("Does one walk, or run?")
    assert yes_or_no("A street is empty: may it be crossed, for once?")
    assert not yes_or_no("Is the street empty: who walks?")
    assert not yes_or_no("How far does one walk?")


@pytest.mark.parametrize("name", RULESETS)
def test_every_question_is_one(name: str) -> None:
    assert [
        decl.name
        for decl in RULESETS[name].values()
        if not (decl.question[0].isupper() and decl.question.endswith("?") and decl.question.count("?") == 1)
    ] == []


@pytest.mark.parametrize("name", RULESETS)
def test_every_reading_is_a_sentence(name: str) -> None:
    assert [
        (decl.name, reading.name)
        for decl in RULESETS[name].values()
        for reading in decl.readings
        if not re.fullmatch(r"[A-Z].*\.", str(reading.value))
    ] == []


@pytest.mark.parametrize("name", RULESETS)
def test_readings_answer_yes_or_no_where_that_is_asked_and_nowhere_else(name: str) -> None:
    said = {"Yes", "No"}
    assert [
        (decl.question, *(str(reading.value) for reading in decl.readings))
        for decl in RULESETS[name].values()
        if (answered(decl) != said if yes_or_no(decl.question) else answered(decl) & said)
    ] == []


@pytest.mark.parametrize("name", RULESETS)
def test_a_clause_speaks_for_every_reading_or_its_reason_says_that_none_does(name: str) -> None:
    assert {decl.name: found for decl in RULESETS[name].values() if (found := unsupported(decl))} == {}
