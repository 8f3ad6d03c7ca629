"""The rows that an audit keeps of several instances that are played at random."""

from __future__ import annotations

from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.verdicts.rows import InstanceRow


def played(name: str, unused: list[str], share: float) -> InstanceRow:
    return InstanceRow({"instance": name, "engine": "play"}, 0.0, unused, {"passing": share})


def test_clauses_are_unused_if_no_game_came_to_them_and_shares_are_of_the_full_box() -> None:
    report = ModeReport("cards", "Cards", "standard", full="full")
    report.add(played("three", ["c", "b", "a"], 0.25))
    report.add(played("full", ["a", "b", "d"], 0.5))
    report.add(played("beginners", ["e", "b", "a"], 1.0))
    report.add(InstanceRow({"instance": "young", "engine": "explore"}, 0.0))
    assert report.unused_clauses == ["b", "a"]
    assert report.played is not None
    assert report.played.rulings == {"passing": 0.5}
    assert [row["instance"] for row in report.instances] == ["three", "full", "beginners", "young"]
