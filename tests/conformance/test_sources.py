"""Where plays come from that tell readings apart: the rulings book of each rulebook, its states, and random games."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import queensbench as qb
from queensbench.conformance import sources
from queensbench.conformance.ground import Ground
from queensbench.engines.coupled.playouts import Luck
from queensbench.errors import ModelError
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


WITHOUT_SENSE: tuple[Any, ...] = (
    [3, None, "x", [], {}],
    [{"ruling": ["stop_when"], "play": {}}],
    [{"ruling": "stop_when", "mode": "standard", "instance": "six", "play": {"steps": [3]}}],
    [{"ruling": "stop_when", "mode": "standard", "instance": "six", "play": {"steps": [["begin_queue", [["queue"]]]]}}],
    [{"ruling": "stop_when", "mode": "standard", "instance": "six", "play": {"steps": [["begin_queue", {"queue": 1}, 3]]}}],
    [{"ruling": "stop_when", "mode": "standard", "instance": "six", "play": {"steps": [[["a"], [[["b"], []]]]]}}],
    [{"ruling": "stop_when", "mode": "standard", "instance": "six", "play": {"steps": [["begin_queue", [["queue", []]]]]}}],
    {"ruling": "stop_when"},
)  # fmt: skip


@pytest.mark.parametrize("findings", WITHOUT_SENSE)
def test_a_book_without_sense_gives_no_plays(
    findings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "findings.json"
    book.write_text(json.dumps({"findings": findings}), encoding="utf-8")
    monkeypatch.setattr(books, "findings_of", lambda *_: book)
    game = qb.load("queue4/standard")
    assert sources.stored(game, ground()) == []
    assert sources.elsewhere(game, "stop_when", ()) is None


def test_a_book_that_nests_thousands_of_lists_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "findings.json"
    book.write_text("[" * 100_000, encoding="utf-8")
    monkeypatch.setattr(books, "findings_of", lambda *_: book)
    assert sources._findings(qb.load("queue4/standard")) == []


@cache
def ground() -> Ground:
    return Ground(qb.load("queue4/standard"), "six")


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_any_seed_couples_games(seed: int) -> None:
    """Of a seed that no game may have, as many lower bits count as one may have."""
    base = ground().sets.house
    found = sources.coupled(ground(), base, ["stop_when"], seed)
    assert found
    assert found == sources.coupled(ground(), base, ["stop_when"], seed % 2**63)


def test_rules_that_break_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ModelError("a range is left", where="turn.draw")

    monkeypatch.setattr(sources, "exploration_of", broken)
    monkeypatch.setattr(Luck, "run", broken)
    said: list[str] = []
    base = ground().sets.house
    assert sources.compared(ground(), base, ["stop_when"], said.append) == ([], {})
    assert sources.coupled(ground(), base, ["stop_when"], 1, said.append) == []
    why = "turn.draw: a range is left"
    assert said == [
        f"six: the rules cannot be compared state by state: {why}",
        f"six: the rules cannot be compared in random games: {why}",
    ]
