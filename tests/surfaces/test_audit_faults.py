"""An audit of several rulesets of which some end in a fault: the others have their reports, and 2 is the exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.surfaces.projects import COUNTER, Done, environment, once

AUDIT = ("audit", "faulty-value", "counter", "faulty-subset", "-i", "full")
QUICK = ("--games", "50", "--no-rulings", "--no-proofs")
RULINGS = ("audit", "ruled", "counter", "--rulings", "--games", "50")
COMMANDS = {
    "tables": [*AUDIT, *QUICK],
    "json": [*AUDIT, *QUICK, "--json"],
    "all": ["audit", "faulty-start", "faulty-value", "-i", "full", *QUICK],
    "one": ["audit", "faulty-start", "-i", "full", *QUICK],
    "rulings": list(RULINGS),
    "rulings json": [*RULINGS, "--json"],
}
START = "the start contradicts itself: a `require` of the @initial rule fails; mend what it sets, or drop the `require`"
VALUE = (
    "{}:21: `s.at += 1`: at gets a number outside 0 to 3, in up() after 3 moves; play up() up() up() up(); "
    "widen the range, or require what keeps within it"
)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Done]]:
    def prepare(folder: Path) -> None:
        model = COUNTER.replace("s.at += 1", "s.at += 2")
        assert model != COUNTER
        (folder / "model" / "ruled.py").write_text(model, encoding="utf-8")

    commands = list(COMMANDS.values())
    folder, done = once(tmp_path_factory, "faults", commands, prepare, QUEENSBENCH_STORE="off")
    return str(folder.resolve()), dict(zip(COMMANDS, done, strict=True))


def flat(text: str) -> str:
    """The text without where its lines were broken."""
    return " ".join(text.split())


def test_the_others_are_audited_and_the_fault_stands_where_the_report_would(
    ran: tuple[str, dict[str, Done]],
) -> None:
    folder, found = ran
    done = found["tables"]
    value = VALUE.format(f"{folder}/model/faulty_value.py")
    subset = f'{folder}/model/faulty_subset.py:21: `"one"` is outside the language;'
    assert done.code == 2
    out = flat(done.out)
    first, second, third = (
        out.index(f"{name} ") for name in ("faulty-value/only", "counter/count", "faulty-subset/only")
    )
    assert out[first:second] == f"faulty-value/only Faulty The audit ended in a fault: {value} "
    assert "within holds sampled full" in out[second:third]
    assert out[third:].startswith(f"faulty-subset/only Faulty The audit ended in a fault: {subset}")
    last = done.out.splitlines()[-1]
    assert last == "2 audits ended in a fault; what others came to stands above."
    errors = done.err.splitlines()
    assert errors[0] == f"queensbench: faulty-value/only: {value}"
    assert [line.partition(" `")[0] for line in errors[1:]] == [
        f"queensbench: faulty-subset/only: {folder}/model/faulty_subset.py:{number}:"
        for number in (21, 22, 24)
    ]


def test_as_an_object_the_faults_stand_beside_the_rulesets(ran: tuple[str, dict[str, Done]]) -> None:
    folder, found = ran
    done = found["json"]
    data = done.json
    assert (done.code, data["exit"], data["interrupted"]) == (2, 2, False)
    assert [ruleset["name"] for ruleset in data["rulesets"]] == ["counter"]
    assert len(data["rulesets"][0]["properties"]) == 4
    first, second = data["faults"]
    assert first == {
        "ruleset": "faulty-value",
        "mode": "only",
        "fault": VALUE.format(f"{folder}/model/faulty_value.py"),
        "internal": False,
    }
    assert (second["ruleset"], second["mode"], second["fault"].count("\n")) == ("faulty-subset", "only", 2)
    assert done.err.splitlines() == found["tables"].err.splitlines()


def test_where_all_end_in_a_fault_each_says_so_and_one_alone_is_one_line(
    ran: tuple[str, dict[str, Done]],
) -> None:
    folder, found = ran
    start = f"queensbench: faulty-start/only: {START}\n"
    value = f"queensbench: faulty-value/only: {VALUE.format(f'{folder}/model/faulty_value.py')}\n"
    assert (found["all"].code, found["all"].err) == (2, start + value)
    assert found["all"].out.splitlines()[-2:] == [
        "0 verdicts: none",
        "2 audits ended in a fault; what others came to stands above.",
    ]
    assert found["one"] == Done(2, "", start)


def test_rulings_of_the_others_are_judged(ran: tuple[str, dict[str, Done]]) -> None:
    _, found = ran
    done, data = found["rulings"], found["rulings json"].json
    [fault] = data["faults"]
    assert (fault["ruleset"], fault["mode"]) == ("ruled", "")
    assert "`s.at += 2`: at gets a number outside 0 to " in fault["fault"]
    assert (done.code, done.err) == (2, f"queensbench: ruled: {fault['fault']}\n")
    assert [(one["name"], len(one["rulings"])) for one in data["rulesets"]] == [("counter", 2)]
    assert data["exit"] == 2
    assert done.out.splitlines()[-1] == "1 audit ended in a fault; what others came to stands above."


SECOND = """
import sys, time
from queensbench.analyses.audit import one_mode as audit
from queensbench.analyses.audit import second_process as aside
from queensbench.surfaces.command.app import main

begun, run, mine = aside.SecondProcess.__enter__, audit.ModeAudit.run, []

def enter(self):
    mine.append(self)
    return begun(self)

def wait(self):
    until = time.monotonic() + 60
    while list(mine[0].claims)[1:] != [aside.THERE, aside.THERE]:
        if time.monotonic() > until:
            raise AssertionError("the second process did not go on")
        time.sleep(0.01)
    run(self)

aside.AFTER, aside.SecondProcess.__enter__, audit.ModeAudit.run = 0.0, enter, wait
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor needs no second process")
def test_the_second_process_goes_on_after_a_fault(ran: tuple[str, dict[str, Done]]) -> None:
    folder, _ = ran
    done = subprocess.run(
        [sys.executable, "-c", SECOND, "audit", "counter", "race", "faulty-start", "-i", "full", *QUICK],
        cwd=folder,
        env=environment(QUEENSBENCH_STORE="off"),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (2, f"queensbench: faulty-start/only: {START}\n")
    heads = [line.split()[0] for line in done.stdout.splitlines() if "/" in line.split("  ")[0]]
    assert heads[:3] == ["counter/count", "race/race", "faulty-start/only"]
