"""The branches of the lowering of rules that generated models take."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from queensbench.errors import BadInput
from queensbench.language import Mode
from queensbench.rules.lowering import (
    base,
    comparisons,
    expressions,
    generators,
    places,
    rule,
    sequences,
    statements,
)
from queensbench.rules.system import build
from tests.generated.branches import Branch, noted
from tests.generated.models import numbered
from tests.generated.opened import Tally, opened
from tests.generated.test_streams import PARTS, PIECES
from tests.language.test_bad import MODELS as BAD
from tests.language.test_bad import checked
from tests.language.test_bad import fresh as fresh  # noqa: PLC0414 - a fixture

LOWERING = (
    rule,
    base,
    comparisons,
    expressions,
    generators,
    places,
    sequences,
    statements,
)
TESTS = Path(__file__).parents[1]
WRITTEN = ("good", "reference", "engines/models")
"""Folders of models that are written by hand, and accepted."""

SMALL = """
def sign(x, y=True):
    if x < 0 and y:
        return "-"
    while x > 5:
        x -= 5
    match x:
        case 0:
            return "0"
        case int():
            return "+" if y else "?"


class Tower:
    @staticmethod
    def odd(numbers):
        return [n for n in numbers if n % 2]
"""


def test_each_outcome_of_a_condition_and_each_case_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "small_to_note.py").write_text(SMALL, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    small = importlib.import_module("small_to_note")
    before = small.sign.__code__
    with noted(small) as (every, taken):
        assert (small.sign(-1), small.sign(6), small.Tower.odd([1, 3])) == ("-", "+", [1, 3])
    assert small.sign.__code__ is before
    assert not hasattr(small, "__noted__")
    assert len(every) == 4 + 2 + 2 + 2 + 2
    assert sorted(map(str, taken)) == [
        "small_to_note.Tower.odd: n % 2: yes",
        "small_to_note.sign: case int(): yes",
        "small_to_note.sign: x < 0: no",
        "small_to_note.sign: x < 0: yes",
        "small_to_note.sign: x > 5: no",
        "small_to_note.sign: x > 5: yes",
        "small_to_note.sign: y: yes",
        "small_to_note.sign: y: yes",
    ]


def by_generated() -> tuple[set[Branch], set[Branch]]:
    """All branches of the lowering, and those that the ordinary stream takes."""
    with noted(*LOWERING) as (every, taken):
        for number in range(PIECES * len(PARTS)):
            with opened(numbered("ordinary", number)[0], Tally()):
                pass
    return every, taken


def by_hand() -> set[Branch]:
    """The branches that accepted models of the tests take."""
    files = [file for folder in WRITTEN for file in sorted((TESTS / folder).glob("*.py"))]
    modules: list[ModuleType] = [
        importlib.import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts))
        for file in files
        if not file.name.startswith("test_")
    ]
    modes = {id(one): one for module in modules for one in vars(module).values() if isinstance(one, Mode)}
    with noted(*LOWERING) as (_, taken):
        for mode in modes.values():
            for instance in mode.all_instances():
                build(mode, instance)
    return taken


def by_refused() -> set[Branch]:
    """The branches that models take which are to be refused."""
    with noted(*LOWERING) as (_, taken):
        for name in BAD:
            with pytest.raises(BadInput):
                checked(name)
    return taken


@pytest.mark.usefixtures("fresh")
def test_what_accepted_models_reach_in_the_lowering_generated_models_reach() -> None:
    every, generated = by_generated()
    assert sorted(map(str, by_hand() - generated)) == []
    refused = by_refused() - generated
    print(
        f"{len(every)} branches: {len(generated)} by generated models, {len(refused)} by refused ones alone"
    )
    assert len(generated) >= 680
    assert len(every - generated - refused) <= 65
