"""A file of findings of the rulings book that somebody has changed is refused in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from queensbench.errors import BadInput
from queensbench.project.projects import load
from queensbench.rendering.book import entries
from tests.processes import ROOT

KEPT = ROOT / "docs" / "rulings" / "queue4" / "findings.json"


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(KEPT.read_text("utf-8"))
    return {**found, "findings": found["findings"][:1]}


def written(folder: Path, kept: dict[str, Any], without: object) -> Path:
    (row,) = kept["findings"]
    path = folder / "findings.json"
    changed = {**row, "interactions": {**row["interactions"], "without": without}}
    path.write_text(json.dumps({**kept, "findings": [changed]}), "utf-8")
    return path


@pytest.mark.parametrize("without", [-1, 10**6, 10**9, 2**64, 10**400, 1.0, True, "3", None])
def test_a_number_of_pairs_that_cannot_be_is_refused(
    tmp_path: Path, kept: dict[str, Any], without: object
) -> None:
    path = written(tmp_path, kept, without)
    with pytest.raises(BadInput) as refused:
        entries.read(path, load(ROOT, only=["queue4"]).ruleset("queue4"))
    assert str(refused.value) == f"{path}: these are no findings of this ruleset; write the book anew"


def test_a_number_of_pairs_that_can_be_is_read(tmp_path: Path, kept: dict[str, Any]) -> None:
    (found,) = entries.read(written(tmp_path, kept, 7), load(ROOT, only=["queue4"]).ruleset("queue4"))
    tried = len(kept["findings"][0]["interactions"]["tried"])
    assert len(found.interactions.tried) == tried + 7
