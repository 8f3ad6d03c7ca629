"""The sentences to print: what an editor can choose from is complete, and each reading has its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import load, rulings_of

ROOT = Path(__file__).parents[3]
RULESETS = tuple(sorted(ruleset.name for ruleset in load(ROOT).rulesets.values()))
"""Of every rulebook each reading has a sentence to print."""


def rulings(name: str) -> dict[str, RulingDecl]:
    return {decl.name: decl for mode in load(ROOT).ruleset(name).modes.values() for decl in rulings_of(mode)}


@pytest.mark.parametrize("name", RULESETS)
def test_every_reading_has_a_sentence_to_print(name: str) -> None:
    assert {
        decl.name: missing
        for decl in rulings(name).values()
        if (missing := [reading.name for reading in decl.readings if reading not in decl.errata])
    } == {}


@pytest.mark.parametrize("name", RULESETS)
def test_the_sentences_to_print_differ_and_are_sentences(name: str) -> None:
    for decl in rulings(name).values():
        assert len(set(decl.errata.values())) == len(decl.errata), decl.name
        assert all(re.fullmatch(r"[A-Z].*\.", text) for text in decl.errata.values()), decl.name
