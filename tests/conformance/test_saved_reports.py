"""Saved reports on an engine, as somebody may have edited them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from queensbench.conformance.regression import compared, load
from queensbench.conformance.report import FORMAT, Conformance
from queensbench.errors import BadInput

RULING = {"ruling": "tie", "verdict": "plays", "reading": "red", "left": ["red"]}
DIFFERENCE = {"kind": "moves", "instance": "short", "ask": "moves", "field": "", "after": ""}
WHOLE: dict[str, Any] = {
    "format": FORMAT,
    "mode": "race/race",
    "rulings": [RULING],
    "differences": [DIFFERENCE],
    "fault": None,
}


def saved(tmp_path: Path, data: dict[str, Any]) -> Path:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_a_whole_report_is_held_against_itself(tmp_path: Path) -> None:
    found = load(saved(tmp_path, WHOLE))
    assert compared(found, found) == [{"change": "same", "what": "every finding"}]


@pytest.mark.parametrize(
    "change",
    [
        {"mode": 3},
        {"fault": 3},
        {"rulings": None},
        {"rulings": [3]},
        {"rulings": [RULING | {"reading": None}]},
        {"rulings": [RULING | {"verdict": "not told apart", "left": None}]},
        {"differences": {}},
        {"differences": [DIFFERENCE | {"after": 3}]},
    ],
    ids=str,
)
def test_a_damaged_report_is_one_line(tmp_path: Path, change: dict[str, Any]) -> None:
    path = saved(tmp_path, WHOLE | change)
    with pytest.raises(BadInput) as refusal:
        load(path)
    [key] = change
    assert str(refusal.value) == f"{path}: {key} is not as a report has it; save the report anew"


@pytest.mark.parametrize("key", ["fault", "rulings", "differences"])
def test_a_report_without_what_is_compared_is_one_line(tmp_path: Path, key: str) -> None:
    path = saved(tmp_path, {name: value for name, value in WHOLE.items() if name != key})
    with pytest.raises(BadInput) as refusal:
        load(path)
    assert str(refusal.value) == f"{path}: {key} is not as a report has it; save the report anew"


def test_a_report_that_says_little_is_read_and_does_not_conform() -> None:
    head = {"format": FORMAT, "mode": "race/race"}
    found = Conformance.read(json.dumps(head))
    assert (found.readings, found.open, found.differences, found.conforms) == ({}, {}, [], False)
    none: dict[str, Any] = {"fault": None, "differences": [], "unsteady": [], "leaks": []}
    assert Conformance.read(json.dumps(head | none)).conforms
    for key in none:
        less = {name: value for name, value in none.items() if name != key}
        assert not Conformance.read(json.dumps(head | less)).conforms
    assert not Conformance.read(json.dumps(head | none | {"fault": ""})).conforms


def test_rows_that_say_little_are_no_readings() -> None:
    rows = [{}, {"verdict": "plays"}, {"ruling": "tie", "verdict": "not told apart"}, RULING]
    found = Conformance.read(json.dumps({"format": FORMAT, "mode": "race/race", "rulings": rows}))
    assert (found.readings, found.open) == ({"tie": "red"}, {})
    with pytest.raises(
        BadInput, match=r"^the text: rulings is not as a report has it; save the report anew$"
    ):
        Conformance.read(
            json.dumps({"format": FORMAT, "mode": "race/race", "rulings": [RULING | {"left": 3}]})
        )
