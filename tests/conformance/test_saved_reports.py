"""Saved reports on an engine, as somebody may have edited them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from queensbench.conformance.regression import compared, load
from queensbench.conformance.report import FORMAT
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
