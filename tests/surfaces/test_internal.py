"""A fault of the toolkit itself: one line, a file to send, exit code 4, in every command; never a traceback."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from queensbench.errors import BadInput, InternalError
from queensbench.evidence import internal_errors
from tests.processes import ROOT, python, write_model
from tests.surfaces.projects import COUNTER, environment

LINE = re.compile(
    r"queensbench: internal error: (.*); this is a fault of Queensbench, and no verdict: send (\S+) with your rules\n"
)

BROKEN = """
import sys
import queensbench.rules.{module} as broken

def fail(*_, **__):
    raise RuntimeError("a gauge fell\\noff")

broken.{name} = fail
from queensbench.surfaces.command.app import main
sys.exit(main(sys.argv[1:]))
"""


def project(folder: Path) -> Path:
    return write_model(folder, "counter", COUNTER)


def ran(folder: Path, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return python(folder, "-c", script, *arguments, env=environment(QUEENSBENCH_STORE="off"))


def told(done: subprocess.CompletedProcess[str]) -> tuple[str, Path]:
    """The text of the one line, and the file that it names."""
    found = LINE.fullmatch(done.stderr)
    assert found is not None, done.stderr
    return found[1], Path(found[2])


COMMANDS = (
    ("audit", "--no-proofs", "--games", "20"),
    ("audit", "--rulings", "--games", "20"),
    ("explore", "counter", "-i", "small"),
    ("play", "counter", "--games", "5"),
    ("prove", "counter"),
    ("search", "counter", "end"),
    ("solve", "counter", "-i", "small"),
    ("compare", "counter"),
    ("rests", "counter"),
    ("errata", "counter"),
    ("vacuous", "counter"),
    ("mutate", "counter"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: "-".join(command[:2]).replace("---", "-"))
def test_every_command_ends_with_4_and_names_a_file(tmp_path: Path, command: tuple[str, ...]) -> None:
    folder = project(tmp_path)
    done = ran(folder, BROKEN.format(module="system", name="build"), *command)
    text, file = told(done)
    assert done.returncode == internal_errors.CODE == 4
    assert "Traceback" not in done.stdout + done.stderr
    assert re.fullmatch(r"RuntimeError: a gauge fell off \(queensbench/[a-z_/]+\.py:\d+\)", text)
    assert file.parent == folder.resolve() / ".queensbench" / internal_errors.FOLDER
    kept = file.read_text("utf-8")
    assert kept.startswith("queensbench 0.")
    assert f"command: -c {' '.join(command)}\n" in kept
    assert "\nz3-solver: " in kept
    assert kept.endswith("RuntimeError: a gauge fell\noff\n")
    assert "Traceback (most recent call last):" in kept


def test_where_other_modes_are_audited_they_keep_their_reports(tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "model" / "other.py").write_text(COUNTER.replace("it-ends", "it-stops"), "utf-8")
    script = BROKEN.format(module="system", name="build").replace(
        "def fail(*_, **__):",
        "build = broken.build\n\ndef fail(*given, **more):\n    if more['ruleset'] == 'other': return build(*given, **more)",
    )
    done = ran(folder, script, "audit", "-i", "small", "--no-proofs", "--no-rulings", "--json")
    data = json.loads(done.stdout)
    assert (done.returncode, data["exit"]) == (4, 4)
    [fault] = data["faults"]
    assert (fault["ruleset"], fault["mode"], fault["internal"]) == ("counter", "count", True)
    assert [one["name"] for one in data["rulesets"]] == ["other"]
    assert done.stderr == f"queensbench: counter/count: {fault['fault']}\n"


def test_bad_input_and_the_end_of_memory_are_no_internal_errors(tmp_path: Path) -> None:
    folder = project(tmp_path)
    script = BROKEN.replace('RuntimeError("a gauge fell\\noff")', "{error}")
    known = script.format(module="system", name="build", error="MemoryError")
    done = ran(folder, known, "explore", "counter")
    assert done.returncode == 2
    assert re.fullmatch(
        r"queensbench: the memory of this machine is not enough: [\d.]+M of [\d.]+[MGT] are in use; "
        r"ask for a smaller instance, or with a smaller budget\n",
        done.stderr,
    )
    assert not (folder / ".queensbench" / internal_errors.FOLDER).exists()


def test_an_internal_error_comes_whole_from_another_process() -> None:
    error = InternalError("wrong", where="race/race", sent="Play: up()")
    back = pickle.loads(pickle.dumps(error))
    assert (str(back), back.what, back.where, back.sent) == (
        "race/race: wrong",
        "wrong",
        "race/race",
        "Play: up()",
    )
    assert "\nPlay: up()\n" in internal_errors.report(back)
    assert not isinstance(back, BadInput)


def test_where_nothing_can_be_kept_the_report_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", "utf-8")
    monkeypatch.setattr(internal_errors, "folders", lambda: iter([blocked / "below"]))
    text = internal_errors.line(InternalError("wrong", sent="Play: up()"))
    assert text == (
        "internal error: wrong; this is a fault of Queensbench, and no verdict: "
        "send the traceback above with your rules"
    )
    assert "Play: up()" in capsys.readouterr().err


WORKER = """
import sys

if "--multiprocessing-fork" in sys.orig_argv:
    from queensbench.engines.prove import worker_pool as prove_work

    def fail(*_):
        raise KeyError("not there")

    prove_work.cheap = fail
"""
"""What Python runs as it starts, in every process; those that help to prove do not run the main module."""


def test_a_process_that_proves_and_fails_is_told(tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "sitecustomize.py").write_text(WORKER, "utf-8")
    for command in (("prove", "counter"), ("audit", "-i", "full", "--games", "20", "--no-rulings")):
        done = subprocess.run(
            [sys.executable, "-m", "queensbench", *command],
            cwd=folder,
            env=environment(QUEENSBENCH_STORE="off", PYTHONPATH=f"{folder}{os.pathsep}{ROOT}"),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        text, file = told(done)
        assert (done.returncode, text) == (4, "a process that proves has failed: KeyError: 'not there'")
        assert "in fail" in file.read_text("utf-8")
