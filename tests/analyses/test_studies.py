"""The answer to a study is kept as it was given; the studies of this project stand in folders of their own."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from queensbench.analyses.verdicts.rows import StudyRow
from queensbench.analyses.verdicts.studies import study_row
from queensbench.evidence.cache import decoded, encoded
from queensbench.language.studies import Study, declared
from queensbench.project.projects import load
from tests import processes
from tests.analyses.tiny import MODEL


def test_rows_may_be_chosen_by_a_range_and_findings_come_from_a_generator() -> None:
    def answer(_: object) -> Study:
        findings: Any = (text for text in ["all of it"])
        return Study(("number", "square"), [("1", "1"), ("2", "4")], range(2), findings)

    run: Any = SimpleNamespace(mode=SimpleNamespace(name="only"))
    decl: Any = SimpleNamespace(name="squares", question="Which squares?", run=answer)
    row = study_row(run, decl)
    again = decoded(StudyRow)(json.loads(json.dumps(encoded(row))))
    assert [list(cells) for cells in again.rows] == [["1", "1"], ["2", "4"]]
    assert (again.chosen, again.findings, again.cached) == ((0, 1), ("all of it",), True)
    assert row.as_json()["chosen"] == [0, 1]
    assert row.as_json()["findings"] == ["all of it"]


def test_every_study_of_this_project_stands_in_the_folder_studies_of_its_ruleset() -> None:
    load()
    found = {(module.rpartition(".")[0], decl.name) for module, decls in declared.items() for decl in decls}
    assert {pair for pair in found if pair[0].startswith("properties.")} == {
        ("properties.queen_is_dead.studies", "initiative.ties"),
        ("properties.queens_collection.studies", "deals"),
        ("properties.queens_collection.studies", "languages"),
        ("properties.queens_collection.studies", "silences"),
        ("properties.queens_collection.studies", "sortable"),
        ("properties.queens_collection.studies", "sortable_alone"),
    }


ELSEWHERE = """
import sys
import queensbench as qb
found = qb.audit("steps", project=sys.argv[1], games=10, proofs=False)
[row] = found["steps/walk"].to_json()["studies"]
print(row["rows"], row["findings"])
"""


def test_a_study_that_stands_alone_is_answered_from_the_project_that_is_audited(tmp_path: Path) -> None:
    """And not from the one of the current folder, which has a ruleset of the same name."""
    said = {"here": "Six.", "there": "Seven."}
    for name, finding in said.items():
        text = MODEL.replace('How many numbers are there?")', 'How many numbers are there?", alone=True)')
        processes.write_model(tmp_path / name, "steps", text.replace("Seven.", finding))
    done = processes.python(tmp_path / "here", "-c", ELSEWHERE, str(tmp_path / "there"))
    assert (done.stdout, done.stderr) == ("[['7']] ['Seven.']\n", "")


def test_a_fault_in_a_study_is_told_with_its_place_wherever_its_project_is(tmp_path: Path) -> None:
    text = MODEL.replace(
        '    return Study(("numbers",), [("7",)], [0], ["Seven."])', "    raise ValueError(7)"
    )
    processes.write_model(tmp_path / "there", "steps", text)
    processes.write_model(tmp_path / "here", "steps", MODEL)
    done = processes.python(tmp_path / "here", "-c", ELSEWHERE, str(tmp_path / "there"))
    line = 1 + text.splitlines().index("    raise ValueError(7)")
    assert done.stderr.splitlines()[-1] == (
        f"queensbench.errors.BadInput: {tmp_path}/there/model/steps.py:{line}: "
        "the study counted fails: ValueError: 7; mend it"
    )
