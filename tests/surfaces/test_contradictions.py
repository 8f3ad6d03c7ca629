"""Two verdicts that cannot both be true: an internal error, with the play and both verdicts to send."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from queensbench.analyses.audit.contradictions import contradict, within
from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.evidence.plays import Play
from queensbench.readers.interpreter import Step
from tests import processes
from tests.analyses.tiny import environment
from tests.processes import write_model
from tests.surfaces.projects import COUNTER

FORGED = """
import sys
from queensbench.analyses.verdicts import proofs as proving
from queensbench.analyses.verdicts import sampled
from queensbench.analyses.audit import schedule
from queensbench.surfaces.command.app import main

def proofs(box, **_):
    rows = [
        {"name": name, "verdict": "holds", "class": "proved", "reading": "every reading", "why": "proved", "depth": 1,
         "lemmas": [], "open": [], "counterexample_to_induction": None}
        for name in ("within", "top")
    ]
    return {"properties": rows, "goals": 1, "known": 0, "without_solver": 0, "rlimit": 1, "obligations_open": [],
            "never_enabled": [], "tried": {"steps": 0}, "seconds": 0.1}

proving.proofs = proofs
if "alone" in sys.argv:
    sys.argv.remove("alone")
    schedule.played = lambda run, name: iter(())
sys.exit(main(sys.argv[1:]))
"""
COMMAND = ("audit", "-i", "full", "-p", "top", "-p", "within", "-q", "--games", "20")
SAID = (
    r"counter/count: top on full holds \(proved, prove\), every reading, but {}fails \(refuted, play\) after "
    r"up\(\) up\(\) up\(\) up\(\) up\(\), house; one of them is wrong"
)


def ran(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return processes.python(folder, *command, env=environment(), plain=True)


SAYS = """
import sys
from queensbench.analyses.verdicts import proofs as proving
from queensbench.surfaces.command.app import main

told = proving.as_data

def as_data(*args):
    found = told(*args)
    for row in found["properties"]:
        if row["name"] == "top":
            row |= {"verdict": "holds", "class": "proved", "reading": "every reading"}
    return found

proving.as_data = as_data
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_model(tmp_path, "counter", COUNTER)


def test_proved_and_refuted_is_an_internal_error(project: Path) -> None:
    done = ran(project, "-c", FORGED, *COMMAND)
    assert done.returncode == 4
    text = SAID.format("")
    [line] = done.stderr.splitlines()
    found = re.fullmatch(
        rf"queensbench: internal error: {text}; this is a fault .*: send (\S+) with your rules", line
    )
    assert found is not None, line
    kept = Path(found[1]).read_text("utf-8")
    assert (
        kept.index('"verdict": "holds"')
        < kept.index('"verdict": "fails"')
        < kept.index("Readings of the play: {")
    )
    assert "z3-solver: " in kept
    shown = " ".join(done.stdout.split())
    assert re.search(rf"Verdicts that contradict each other {text} ", shown)
    assert done.stdout.splitlines()[-1] == "The engines contradict each other."
    data = json.loads(ran(project, "-c", FORGED, *COMMAND, "--json").stdout)
    assert (data["exit"], [one["stored"] for one in data["contradictions"]]) == (4, [False])


def test_what_the_store_says_of_the_same_rules_must_not_contradict_what_is_found(project: Path) -> None:
    first = ran(project, "-c", FORGED, "alone", *COMMAND)
    assert first.returncode == 1, first.stdout + first.stderr  # it was expected to fail
    done = ran(project, "-m", "queensbench", *COMMAND, "--no-proofs", "--json")
    data = json.loads(done.stdout)
    assert (done.returncode, data["exit"]) == (4, 4)
    [one] = data["contradictions"]
    assert one["stored"] is True
    assert one["text"].startswith("counter/count: top on full fails (refuted, play) after up() ")
    assert one["text"].endswith(
        ", house, but stored: holds (proved, prove), every reading; one of them is wrong"
    )
    (project / "model" / "counter.py").write_text(COUNTER + "\n# other rules\n", "utf-8")
    other = ran(project, "-m", "queensbench", *COMMAND, "--no-proofs", "--json")
    assert (other.returncode, json.loads(other.stdout)["contradictions"]) == (0, [])


UNLISTED = """
import os, sqlite3, sys
from queensbench.evidence import index
from queensbench.surfaces.command.app import main

listed = os.scandir

def barred(path="."):
    if os.path.basename(path) == "evidence":
        raise PermissionError(13, "Permission denied")
    return listed(path)

def broken(store, file):
    error = sqlite3.OperationalError("out of memory")
    error.sqlite_errorcode = sqlite3.SQLITE_NOMEM
    raise error

if sys.argv.pop(1) == "barred":
    os.scandir = barred
else:
    index._synchronised_at = broken
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("how", "why"), [("barred", "cannot be read: permission denied"), ("broken", "out of memory")]
)
def test_a_store_that_cannot_be_listed_ends_no_audit(project: Path, how: str, why: str) -> None:
    """The verdicts are told, and that they were not held against those that are stored."""
    store = project.resolve() / ".queensbench" / "evidence"
    done = ran(project, "-c", UNLISTED, how, *COMMAND, "--no-proofs", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["contradictions"] == []
    assert [line for line in done.stderr.splitlines() if "stored" in line] == [
        f"queensbench: {store}: {why}: new verdicts are not held against those that are stored"
    ]


def test_the_command_prove_is_held_against_the_store(project: Path) -> None:
    """A play to the top is stored, and then the claim is said to be proved; a store that is off says nothing."""
    prove = ("prove", "counter", "-p", "top", "-q")
    assert ran(project, "-c", SAYS, *prove).returncode == 0  # nothing is stored yet
    first = ran(project, "-m", "queensbench", *COMMAND, "--no-proofs")
    assert first.returncode in (0, 1), first.stderr
    done = ran(project, "-c", SAYS, *prove)
    assert done.returncode == 4, done.stdout + done.stderr
    [line] = done.stderr.splitlines()
    text = SAID.format("stored: ")
    assert re.match(rf"queensbench: internal error: {text}; this is a fault ", line), line
    honest = ran(project, "-m", "queensbench", *prove)
    assert (honest.returncode, honest.stderr) == (3, "")
    store = {**environment(), "QUEENSBENCH_STORE": "off"}
    off = subprocess.run(
        [sys.executable, "-c", SAYS, *prove], cwd=project, env=store, capture_output=True, check=False
    )
    assert off.returncode == 0


PLAY = Play("r", "m", "full", (Step("up", ()),), {}, {}, "")
HOLDS = PropertyRow(
    "c", "always", "m", "full", "house", "holds", "exhausted", "holds", "explore", 0.0, "", None, "ok"
)
FAILS = replace(HOLDS, verdict="fails", shown="refuted", engine="play", play=PLAY)
REACHED = replace(HOLDS, kind="reachable", shown="witnessed", play=PLAY)
NOWHERE = replace(HOLDS, kind="reachable", verdict="fails", shown="exhausted")
EVERY = replace(HOLDS, shown="proved", reading="every reading")


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        (HOLDS, FAILS, True),
        (FAILS, HOLDS, True),
        (EVERY, FAILS, True),
        (EVERY, replace(FAILS, reading="q=x"), True),
        (replace(EVERY, shown="by construction"), FAILS, True),
        (REACHED, NOWHERE, True),
        (HOLDS, HOLDS, False),
        (HOLDS, replace(FAILS, reading="q=x"), False),
        (replace(HOLDS, shown="sampled"), FAILS, False),
        (replace(HOLDS, verdict="unknown", shown="unknown"), FAILS, False),
    ],
)
def test_which_verdicts_contradict(one: PropertyRow, other: PropertyRow, *, found: bool) -> None:
    assert contradict(one, other) is found
    report = ModeReport("r", "R", "m", properties=[one, other])
    assert len(within([report])) == found
    apart = ModeReport("r", "R", "m", properties=[one, replace(other, instance="small")])
    assert within([apart]) == []
