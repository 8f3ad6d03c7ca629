"""What the solver answers has keys that rest on it: no answer that it has a part in is stored under another one."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from queensbench.analyses.audit.one_mode import ModeAudit
from queensbench.analyses.findings.findings import findings
from queensbench.analyses.rulings.impact import ImpactSettings
from queensbench.analyses.strategies import best_play_boxes
from queensbench.analyses.verdicts.run import Options
from queensbench.engines.solve import solver
from queensbench.evidence import questions
from queensbench.project import projects
from tests.processes import write_model
from tests.surfaces.projects import RACE

SOLVED = ("solved", "code", "text")
"""What an answer of the solver may rest on."""


def asking() -> list[Any]:
    """The questions whose answers are being found, the innermost first."""
    found = []
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename == questions.__file__ and "question" in frame.f_locals:
            found.append(frame.f_locals["question"])
        frame = frame.f_back
    return found


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often an instance was solved, by the kind of the question that is answered by it."""
    counted: Counter[str] = Counter()
    solve = solver.solve

    def noted(*args: Any, **named: Any) -> Any:
        about = asking()
        assert about
        assert [one.kind for one in about if one.rests not in SOLVED] == []
        counted[about[0].kind] += 1
        return solve(*args, **named)

    monkeypatch.setattr(solver, "solve", noted)
    monkeypatch.setattr(best_play_boxes, "solve", noted)
    return counted


@pytest.fixture
def race(tmp_path: Path) -> Iterator[projects.Project]:
    """A project of its own; afterwards that of the tests is active again."""
    yield projects.load(write_model(tmp_path, "race", RACE))
    projects.load()


def test_only_questions_that_rest_on_the_solver_are_answered_by_it(
    solved: Counter[str], race: projects.Project
) -> None:
    ruleset = race.ruleset("race")
    for mode in ruleset.modes.values():
        ModeAudit(ruleset, mode, Options(games=20)).run()
    assert solved == {"orders": 1}
    findings(ruleset, settings=ImpactSettings(games=50, interactions=False))
    assert solved == {"orders": 1, "best play": 2}
