"""The plays of the rulings book are those that an engine is asked to play: of each rulebook, by its own pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import queensbench as qb
from queensbench.conformance import sources
from queensbench.project import books

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "queen-is-dead": "queen_is_dead",
    "queen-of-scots": "queen_of_scots",
    "queens-collection": "queens_collection",
    "queue4": "queue4",
}


def test_there_is_a_book_of_each_rulebook() -> None:
    assert sorted(path.parent.name for path in (ROOT / books.PLACE).glob(f"*/{books.FINDINGS}")) == sorted(
        FOLDERS.values()
    )


@pytest.mark.parametrize("name", FOLDERS)
def test_the_book_of_each_rulebook_is_read(name: str) -> None:
    book = json.loads((ROOT / "docs/rulings" / FOLDERS[name] / "findings.json").read_text(encoding="utf-8"))
    assert book["ruleset"] == name
    first = next(one for one in book["findings"] if one["play"])
    game = qb.load(f"{name}/{first['play']['mode']}")
    assert sources._findings(game) == book["findings"]
    found = sources.elsewhere(game, first["ruling"], ())
    assert found is not None
    assert found["moves"]
    assert found["instance"] in {one.name for one in game.mode.all_instances()}
