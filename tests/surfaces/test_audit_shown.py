"""The rows that an audit keeps of several instances that are played at random."""

from __future__ import annotations

from queensbench.analyses.verdicts.rows import InstanceRow
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.project import projects


def played(name: str, unused: list[str], share: float) -> InstanceRow:
    return InstanceRow({"instance": name, "engine": "play"}, 0.0, unused, {"passing": share})


def test_clauses_are_unused_if_no_game_came_to_them_and_shares_are_of_the_full_box() -> None:
    ruleset, mode = projects.load().mode("queens-collection/cooperative")
    run = Run(ruleset, mode, Options())
    run.show(played("three", ["c", "b", "a"], 0.25))
    run.show(played("full", ["a", "b", "d"], 0.5))
    run.show(played("beginners", ["e", "b", "a"], 1.0))
    run.show(InstanceRow({"instance": "young", "engine": "explore"}, 0.0))
    assert run.report.unused_clauses == ["b", "a"]
    assert run.played is not None
    assert run.played.rulings == {"passing": 0.5}
    assert [row["instance"] for row in run.report.instances] == ["three", "full", "beginners", "young"]
