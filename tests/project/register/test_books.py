"""The registers of this project as they stand: how many units, clauses, rulings and gaps of each kind.

A change of these numbers is a change of what was read in a rulebook, and should never come about by accident.
Rulings and gaps that encoding found are not counted: these were found by reading alone.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from queensbench.project.register.seeds import Manifests
from tests.processes import python

ROOT = Path(__file__).parents[3]

UNITS = {
    "queen-is-dead.en": {
        "component": 5,
        "definition": 21,
        "example": 4,
        "flavour": 10,
        "heading": 13,
        "noise": 17,
        "rule": 56,
        "set-up": 10,
    },
    "queen-of-scots.en": {
        "component": 3,
        "definition": 2,
        "flavour": 1,
        "heading": 4,
        "noise": 4,
        "rule": 34,
        "set-up": 4,
    },
    "queens-collection.de": {
        "component": 11,
        "definition": 6,
        "example": 6,
        "flavour": 5,
        "heading": 39,
        "rule": 96,
        "set-up": 27,
    },
    "queens-collection.en": {
        "component": 11,
        "definition": 6,
        "example": 6,
        "flavour": 4,
        "heading": 35,
        "noise": 15,
        "rule": 96,
        "set-up": 27,
    },
    "queue4.en": {
        "definition": 20,
        "example": 4,
        "flavour": 14,
        "heading": 44,
        "noise": 4,
        "rule": 105,
        "set-up": 8,
    },
}

CLAUSES = {
    "queen-is-dead": {"definition": 19, "example": 7, "informative": 3, "normative": 97},
    "queen-of-scots": {"definition": 5, "informative": 3, "normative": 70},
    "queens-collection": {"definition": 10, "example": 6, "informative": 5, "normative": 146},
    "queue4": {"definition": 11, "example": 3, "informative": 8, "normative": 86},
}

DIFFERENCES = {"queens-collection": 24, "queue4": 10}

RULINGS = {
    "queen-is-dead": {"contradictory": 4, "silent": 5, "two-way": 15},
    "queen-of-scots": {
        "contradictory": 7,
        "impossible instruction": 1,
        "layout": 2,
        "missing component": 3,
        "silent": 16,
        "two-way": 18,
    },
    "queens-collection": {
        "contradictory": 6,
        "impossible instruction": 2,
        "layout": 1,
        "silent": 14,
        "translation": 12,
        "two-way": 17,
    },
    "queue4": {"contradictory": 5, "impossible instruction": 1, "layout": 5, "silent": 15, "two-way": 30},
}

GAPS = {
    "queen-is-dead": {"silent": 6, "two-way": 1},
    "queen-of-scots": {"missing component": 4, "silent": 9},
    "queens-collection": {"missing component": 1, "silent": 7, "translation": 3},
    "queue4": {"contradictory": 1, "layout": 1, "missing component": 1, "silent": 9},
}


@cache
def said(command: str) -> dict[str, Any]:
    """What ``queensbench COMMAND --json`` says of all registers."""
    done = python(ROOT, "-m", "queensbench", command, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def counted(pairs: Iterable[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """How often each second member comes with each first."""
    found: dict[str, Counter[str]] = {}
    for first, second in pairs:
        found.setdefault(first, Counter())[second] += 1
    return {first: dict(counter) for first, counter in found.items()}


def test_units_of_each_document() -> None:
    manifests = Manifests(ROOT / "seeds")
    assert counted((key, unit.kind.value) for key, made in manifests.items() for unit in made.units) == UNITS


def test_clauses_of_each_rulebook() -> None:
    clauses = said("clauses")["clauses"]
    assert counted((clause["ruleset"], clause["kind"]) for clause in clauses) == CLAUSES
    assert Counter(clause["ruleset"] for clause in clauses if clause["difference"]) == DIFFERENCES


def test_rulings_of_each_rulebook() -> None:
    rulings = said("rulings")["rulings"]
    assert counted((r["ruleset"], r["hole"]) for r in rulings if r["found"] == "reading") == RULINGS


def test_gaps_of_each_rulebook() -> None:
    gaps = said("rulings")["gaps"]
    assert counted((gap["ruleset"], gap["hole"]) for gap in gaps if gap["found"] == "reading") == GAPS
