"""A mode over two states is lowered once, whoever asks for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from queensbench.analyses.verdicts.run import Options, Run
from queensbench.analyses.verdicts.steps import StepJudge
from queensbench.evidence.keys import Sources
from queensbench.evidence.stepping_systems import stepping_system
from queensbench.evidence.subjects import Subjects
from queensbench.project.projects import load
from queensbench.rules.system import steps_of
from queensbench.rules.transforms import previous_states
from queensbench.rules.typed.digest import digest


def test_keys_and_judges_share_one_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = load()
    ruleset = replace(project.ruleset("queen-is-dead"), systems={})
    mode = ruleset.modes["standard"]
    instance = next(one for one in mode.all_instances() if one.name == "blades")
    built = []
    build = previous_states.build_stepping

    def counted(*given: Any, **more: Any) -> Any:
        built.append(given)
        return build(*given, **more)

    monkeypatch.setattr(previous_states, "build_stepping", counted)
    subjects = Subjects(Sources(project.root), tmp_path / "none")
    key = subjects.of("steps", ruleset, mode, instance, settled=lambda: False)
    asked = steps_of(mode, instance)
    assert len(asked) > 0
    judge = StepJudge(Run(ruleset, mode, Options(games=1)), instance, asked)
    assert [one.name for one in judge.system.judges] == [one.name for one in asked]
    found = stepping_system(ruleset, mode, instance)
    assert built == [(mode, instance)]
    assert stepping_system(ruleset, mode, instance) is found
    assert stepping_system(ruleset, mode, mode.full) is not found
    assert digest(found) == digest(build(mode, instance, ruleset=ruleset.name, clauses=ruleset.clause_names))
    assert key != subjects.of("system", ruleset, mode, instance, settled=lambda: False)
