"""The faults written by hand: they still fit the models' text, and what they make of it is a model that loads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from queensbench.project.projects import load
from tests.faults.faults import HERE, ROOT, Fault, copy_with, faults, rulesets

EVERY = [fault for ruleset in rulesets() for fault in faults(ruleset)]


def names(fault: Fault) -> str:
    return f"{fault.ruleset}-{fault.name}"


def test_there_are_twenty_for_each_ruleset() -> None:
    assert {ruleset: len({fault.name for fault in faults(ruleset)}) for ruleset in rulesets()} == {
        "queen_is_dead": 20,
        "queen_of_scots": 20,
        "queens_collection": 20,
        "queue4": 20,
    }


@pytest.mark.parametrize("fault", EVERY, ids=names)
def test_it_fits_the_text_of_the_model(fault: Fault) -> None:
    before = (ROOT / fault.path).read_text()
    assert fault.changed(before) != before


def test_an_edit_that_fits_twice_is_refused() -> None:
    fault = faults("queen_is_dead")[0]
    with pytest.raises(ValueError, match=r"found 2 times in .*abilities\.py, not once: "):
        fault.changed("".join(edit.old for edit in fault.edits) * 2)


def test_modes_and_readings_are_those_of_the_project() -> None:
    project = load(ROOT)
    for fault in EVERY:
        ruleset, _mode = project.mode(fault.address)
        if fault.reading:
            ruling, _, reading = fault.reading.partition("=")
            decl = ruleset.rulings[ruling]
            assert reading.upper() in type(decl.house).__members__, fault
            assert reading.upper() != decl.house.name, fault


@pytest.mark.slow
@pytest.mark.parametrize("fault", EVERY, ids=names)
def test_the_model_with_it_loads(fault: Fault, tmp_path: Path) -> None:
    folder = copy_with(fault, tmp_path / "project")
    command = [sys.executable, str(HERE / "loads.py"), fault.ruleset]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
