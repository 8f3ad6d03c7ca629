"""``prove --hints``: what a proof needed is written down, and asked first by later proofs and by audits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import queensbench as qb
from queensbench.analyses.verdicts.hints_lock import HEAD
from queensbench.errors import BadInput
from tests.surfaces.projects import Done
from tests.surfaces.test_lock import AUDIT, FAULTY, SOUND, Folder

PROVE = ("prove", "steps/walk", "-q")
FAULT = (
    "hints.lock:2: no line of a hint; drop it, or have the hints written anew: queensbench prove RULESET/MODE --hints "
    "record\n"
)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Folder, Done]:
    folder = Folder(tmp_path_factory.mktemp("hints") / "project")
    return folder, folder.run(*PROVE, "--hints", "record", "--json")


def data(done: Done) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.out)
    return {key: value for key, value in found.items() if key not in ("seconds", "tried")}


def test_what_was_needed_is_written_and_gives_the_same_proof(recorded: tuple[Folder, Done]) -> None:
    folder, first = recorded
    assert (first.code, first.err) == (0, "")
    file = folder.folder / "hints.lock"
    text = f"{HEAD[0]}\n{HEAD[1]}\n\nmode steps/walk\nup -0 one alone\nup top one near\n"
    assert file.read_text("utf-8") == text
    again, ignored = (folder.run(*PROVE, "--json", *more) for more in ((), ("--hints", "ignore")))
    assert [(done.code, done.err) for done in (again, ignored)] == [(0, "")] * 2
    asked = [data(one).pop("goals") for one in (first, again, ignored)]
    assert asked == [6, 5, 6]  # what was shown by steps is not asked whether it follows from other claims
    assert [row["lemmas"] for row in data(again)["properties"]] == [["top"]]
    assert data(ignored) == data(first)
    assert data(again)["properties"] == data(first)["properties"]
    assert file.read_text("utf-8") == text
    assert folder.audit().code == 0


def test_hints_of_other_rules_show_nothing_that_is_not_so(recorded: tuple[Folder, Done]) -> None:
    folder, _ = recorded
    folder.write(FAULTY)
    try:
        with_hints, without = (folder.run(*PROVE, "--json", *more) for more in ((), ("--hints", "ignore")))
    finally:
        folder.write(SOUND)
    assert data(with_hints)["properties"] == data(without)["properties"]
    assert [row["reading"] for row in data(without)["properties"]] == ["house"]


def test_hints_are_of_the_box_as_sold(recorded: tuple[Folder, Done]) -> None:
    done = recorded[0].run(*PROVE, "--instance", "small", "--hints", "record")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "queensbench: hints are recorded of a project's mode at full, not at small; name no instance, or do not record hints\n"
    )


def test_a_file_that_holds_something_else(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "project")
    file = folder.folder / "hints.lock"
    file.write_text("mode steps/walk\nup we go\n", "utf-8")
    for command in (PROVE, AUDIT, (*AUDIT, "--fresh")):
        done = folder.run(*command)
        assert (done.code, done.err.replace(f"{folder.folder}/", "")) == (2, f"queensbench: {FAULT}")
    assert folder.run(*PROVE, "--hints", "ignore").code == 0
    assert file.read_text("utf-8") == "mode steps/walk\nup we go\n"
    file.write_text("up we go\n", "utf-8")
    done = folder.run(*PROVE, "--hints", "record")
    assert done.code == 2
    assert done.err.endswith("hints.lock:1: a hint of no mode; write `mode RULESET/MODE` before it\n")
    file.write_text("mode steps/walk\nup we go\n", "utf-8")
    assert folder.run(*PROVE, "--hints", "record").code == 0
    assert "up top one near\n" in file.read_text("utf-8")


def test_proofs_that_were_cut_short_record_nothing(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "project")
    assert folder.run(*PROVE, "--hints", "record", "--seconds", "0").code == 3
    assert not (folder.folder / "hints.lock").exists()


def test_from_python_another_word_is_refused() -> None:
    session = qb.load("queen-is-dead/standard").session("blades")
    with pytest.raises(BadInput) as refused:
        session.prove(hints="perhaps")
    assert str(refused.value) == "`perhaps` says nothing of hints; use, record or ignore them"
