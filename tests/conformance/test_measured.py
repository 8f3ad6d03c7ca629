"""What measures tests of engines: a trial of each small part, and a journal that goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from queensbench.engines.runtime import gc_policy
from tests.conformance.measured import __main__ as command
from tests.conformance.measured import faults, logs, mixtures, shrinking, speed
from tests.conformance.measured.journal import Journal
from tests.conformance.model_engine import model_engine


def test_a_mixture_is_told_right() -> None:
    row = mixtures.trial("queue4/standard", 0)
    assert (row["told"], row["rulings"]) == (15, 15)
    assert (row["wrong"], row["tellable"], row["against"], row["failed"]) == ([], [], [], None)
    assert mixtures.mixture("queue4/standard", 0) != mixtures.mixture("queue4/standard", 1)


def test_a_reading_told_wrong_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine plays another mixture than the one that it is held against."""
    truth = mixtures.mixture("queue4/standard", 0)
    other = truth | {"stop_when": "unseen" if truth["stop_when"] == "until_placed" else "until_placed"}
    played: Any = model_engine("queue4/standard", truth)
    monkeypatch.setattr(mixtures, "model_engine", lambda mode, readings: played)
    monkeypatch.setattr(mixtures, "mixture", lambda mode, number: other)
    assert mixtures.trial("queue4/standard", 0)["wrong"] == ["stop_when"]


def test_moves_of_a_simple_engine_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "WARM", 0)
    monkeypatch.setattr(gc_policy, "seldom", lambda: None)
    row = speed.trial("four in a row, in process", games=10)
    assert row["moves"] == 229
    assert 0 < row["mean"] <= row["best"]


def test_a_shrunk_play_is_held_against_the_shortest() -> None:
    row = shrinking.trial("queue4/standard", "return_next", "same_place")
    assert (row["fewest"], row["shrunk"], row["without"]) == (3, 3, 3)


def test_a_reading_is_shown_by_the_shortest_play_on_which_it_parts() -> None:
    """Another sort of difference shows it: without comparing readings, that in what the engine said first is kept."""
    row = shrinking.trial("queue4/bouquets", "queue_total", "over_game")
    assert (row["fewest"], row["found"], row["shrunk"]) == (6, 11, 6)
    assert row["without"] > 6


def test_a_log_without_draws_is_written(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    games = logs.written(path, "queens-collection/competitive", "two", "first", events=40)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert (games, len(lines)) == (1, 42)
    assert {line["seat"] for line in lines[1:-1]} == {"NORTH"}
    assert all(line.get("chance") is None for line in lines)
    found = logs.follow("queens-collection/competitive", str(path))
    assert (found["plays"], found["cut"], found["wrong"], found["differences"]) == (1, 0, [], 0)


def test_a_journal_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, int]] = []

    def trial(mode: str, number: int) -> dict[str, Any]:
        asked.append((mode, number))
        return {
            "told": 3,
            "wrong": [],
            "tellable": ["a"],
            "against": [],
            "failed": None,
            "seconds": 1,
        }

    monkeypatch.setattr(mixtures, "trial", trial)
    path = tmp_path / "journal.jsonl"
    words = ["mixtures", "queue4/standard", "--journal", str(path), "--most"]
    assert command.main([*words, "1"]) == 0
    with path.open("a") as file:
        file.write('{"part": "mix')  # ended while it wrote
        file.write("\n")
    assert command.main([*words, "2"]) == 0
    assert asked == [("queue4/standard", 0), ("queue4/standard", 1)]
    said = capsys.readouterr().out.splitlines()[-1]
    assert said.startswith(
        "2 mixtures in 1 modes: 6 rulings told, 0 of them wrong; 2 that can be told were not (75.0 %)"
    )
    assert ("mixtures", "queue4/standard 0") in Journal(path)
    monkeypatch.setattr("tests.conformance.measured.journal.digest", lambda: "another")
    assert ("mixtures", "queue4/standard 0") not in Journal(path)
    assert ("mixtures", "queue4/standard 0") in Journal(path, any_code=True)


def test_what_engines_play_is_read_from_their_folders() -> None:
    assert faults.played("queue4", "queue4/standard")["stop_when"] == "until_placed"
    assert len(faults.played("queens-collection", "queens-collection/competitive")) == 20


def test_nobody_inquires_after_a_fault_that_does_not_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, bool]] = []

    @contextmanager
    def faulty(folder: str, number: int) -> Iterator[tuple[Any, str, faults.Beside]]:
        yield None, f"line {number}", lambda table, moves: f"after {moves} moves" if number else ""

    def inquired(folder: str, table: faults.Table, engine: Any, *, claims: bool) -> dict[str, Any]:
        asked.append((table.mode, claims))
        return {"found": "differences" if claims else "", "other": [], "seconds": 1.0, "clock": 2.0}

    monkeypatch.setattr(faults, "faulty", faulty)
    monkeypatch.setattr(faults, "inquired", inquired)
    monkeypatch.setattr(faults, "MOVES", 70)
    faults.run(Journal(tmp_path / "journal.jsonl"), 2, ["queue4"], only_beside=True)
    assert asked == []
    monkeypatch.setattr(
        faults, "faulty", lambda *_: nullcontext((None, "", lambda *_: pytest.fail("asked twice")))
    )
    journal = Journal(tmp_path / "journal.jsonl")
    faults.run(journal, 2, ["queue4"])
    assert asked == [("queue4/standard", False), ("queue4/standard", True)]
    assert [row["beside"] for row in journal.of("faults")] == ["", "queue4/standard, after 70 moves"]
    assert faults.summary(journal).splitlines() == [
        "queue4: 2 faults, 1 alike to the original in 70 moves",
        "  none: 0 of 1 found, 0 explained away, 1 s, the slowest 2.0 s of the clock",
        "  claimed: 1 of 1 found, 0 explained away, 1 s, the slowest 2.0 s of the clock",
    ]


def test_inquiries_have_more_games_until_one_finds_the_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def once(folder: str, table: faults.Table, engine: Any, effort: Any, *, claims: bool) -> dict[str, Any]:
        asked.append((effort.games, effort.seed))
        found = "differences" if len(asked) in (3, 5) else ""
        return {"found": found, "other": [], "plays": 10, "ended": found or "games"}

    monkeypatch.setattr(faults, "_inquired", once)
    row = faults.inquired("queue4", faults.TABLES["queue4"][0], None, claims=True)
    assert asked == [(200, 200), (800, 800), (3200, 3200)]
    assert (row["found"], row["plays"]) == ("differences", 30)
    monkeypatch.setattr(faults, "SECONDS", 0.0)
    assert faults.inquired("queue4", faults.TABLES["queue4"][0], None, claims=True)["found"] == ""
    assert len(asked) == 4
