"""How the rulings of the rulebooks are worded: readings answer their question, and cite a clause or say that none speaks."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from queensbench.language.rulings import RulingDecl
from queensbench.project import projects

ROOT = Path(__file__).resolve().parents[2]
RULESETS = ("queen-is-dead", "queens-collection")
ASKS = r"(?:is|are|do|does|may|must|can|could|has|have|will|would)\b"
NONE_SPEAKS = "No clause speaks for it"


def rulings() -> dict[str, RulingDecl]:
    found = projects.load(ROOT)
    return {f"{name}.{decl.name}": decl for name in RULESETS for decl in found.ruleset(name).rulings.values()}


RULINGS = rulings()


def asks_yes_or_no(question: str) -> bool:
    """Whether what is asked after the last colon begins with a verb that yes or no answers."""
    return re.match(ASKS, question.rsplit(": ", 1)[-1], re.IGNORECASE) is not None


def answered(decl: RulingDecl) -> list[str]:
    """What is wrong with question and answers, as an editor would read them."""
    wrong = []
    if not decl.question.endswith("?") or decl.question.count("?") != 1:
        wrong.append("is not one question")
    for reading in decl.readings:
        yes_or_no = re.match(r"(?:Yes|No)\b", str(reading.value)) is not None
        if yes_or_no != asks_yes_or_no(decl.question):
            wrong.append(f"{reading.name} does not answer what is asked")
    if asks_yes_or_no(decl.question) and len({str(reading.value)[:2] for reading in decl.readings}) < 2:
        wrong.append("all answer alike")
    return wrong


def supported(decl: RulingDecl) -> list[str]:
    """Readings that neither cite a clause nor say that none speaks."""
    return [
        reading.name
        for reading in decl.readings
        if bool(decl.speaks.get(reading)) == decl.reasons.get(reading, "").startswith(NONE_SPEAKS)
    ]


@pytest.mark.parametrize("name", RULINGS)
def test_readings_answer_the_question_as_asked(name: str) -> None:
    assert answered(RULINGS[name]) == []


@pytest.mark.parametrize("name", RULINGS)
def test_readings_cite_a_clause_or_say_that_none_speaks(name: str) -> None:
    assert supported(RULINGS[name]) == []


@pytest.mark.parametrize("name", RULINGS)
def test_every_reading_has_a_sentence_to_print_of_its_own(name: str) -> None:
    decl = RULINGS[name]
    assert set(decl.errata) == set(decl.readings)
    for a, b in combinations(decl.errata.values(), 2):
        assert a != b


SWAP = RULINGS["queen-is-dead.swap_facing"]


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ("Are tiles turned face down", ["is not one question"]),
        ("Are they? And how?", ["is not one question"]),
        (
            "How do tiles lie that were swapped?",
            ["KEPT does not answer what is asked", "TURNED_DOWN does not answer what is asked"],
        ),
        ("Tiles are swapped at the end of a turn: must they be turned down?", []),
    ],
)
def test_what_is_wrong_with_a_question(question: str, wrong: list[str]) -> None:
    assert answered(replace(SWAP, question=question)) == wrong


def test_what_is_wrong_with_reasons() -> None:
    assert supported(replace(SWAP, speaks={})) == ["KEPT"]
    assert supported(replace(SWAP, reasons={})) == ["TURNED_DOWN"]
    both = dict.fromkeys(SWAP.readings, ("reposition.swap",))
    assert supported(replace(SWAP, speaks=both)) == ["TURNED_DOWN"]
