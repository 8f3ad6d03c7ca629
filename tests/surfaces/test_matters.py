"""``audit --rulings``: two modes side by side through the store, its object, its table, and what it refuses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.projects import Done, environment, once, write

ASKED = ["audit", "counter", "race", "--rulings", "--games", "300"]
COMMANDS = {
    "json": [*ASKED, "--plays", "plays", "--json"],
    "again": [*ASKED, "--json"],
    "table": ["audit", "race/race", "--rulings", "--games", "300"],
    "instance": ["audit", "race", "--rulings", "-i", "short"],
    "audit": ["audit", "race/race", "--games", "300", "--json"],
    "compare": ["compare", "race/race", "tie", "-i", "short", "--json"],
    "replay": ["replay", "plays/race/tie.itf.json"],
}

TABLE = """\
race  Race: two run, and a die says how far

Rulings, what is worth most first (300 games of random players with the box as sold; 95 % intervals)
ruling  comes up           decides        otherwise changes  against    first difference  class      on          shortest play
tie     parts 48% (42-53)  100% (97-100)                     race: red  winner            witnessed  race/short  4 choices, 8 steps

Best play, on small boxes that are solved under both readings
ruling  on          against  house  otherwise    deals  positions  games of best players
tie     race/short  red      0      5/8 = 0.625  100 %  28 of 36   winner 67% (62-72)

1 ruling: 1 winner

1 ruling in all: 1 winner
The plays: --json lists their steps, --plays DIR stores them for `queensbench replay`.
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Done]:
    _, done = once(tmp_path_factory, "matters", list(COMMANDS.values()), QUEENSBENCH_STORE="")
    return dict(zip(COMMANDS, done, strict=True))


def rulings(done: Done) -> dict[str, dict[str, Any]]:
    assert (done.code, done.err) == (0, "")
    return {row["ruling"]: row for ruleset in done.json["rulesets"] for row in ruleset["rulings"]}


def test_every_ruling_has_its_class_its_play_and_its_share(found: dict[str, Done]) -> None:
    rows = rulings(found["json"])
    data = found["json"].json
    assert data["counts"] == {
        "winner": 1,
        "ending": 0,
        "scored": 0,
        "legal": 1,
        "undecided": 0,
        "not-seen": 0,
        "never": 1,
    }
    assert (data["exit"], data["interrupted"]) == (0, False)
    told = {name: (row["matters"], row["class"], row["mode"], row["instance"]) for name, row in rows.items()}
    assert told == {
        "stop_at_nought": ("legal", "witnessed", "count", "small"),
        "never_asked": ("never", "by construction", "count", "full"),
        "tie": ("winner", "witnessed", "race", "short"),
    }
    play = rows["tie"]["result_play"]
    assert play == rows["tie"]["play"]
    assert (play["choices"], play["steps"], len(play["play"]), play["shortest"]) == (4, 8, 8, True)
    often = rows["tie"]["frequency"]
    assert (often["games"], often["came_up"]) == (300, None)
    # Whoever is judged to have won when both are there is the whole result.
    assert often["parted"] == often["changed_result"] == often["changed_winner"]
    assert 0.42 < often["parted"]["low"] < often["parted"]["share"] < often["parted"]["high"] < 0.54


def test_what_processes_have_stored_is_taken_from_there(found: dict[str, Done]) -> None:
    first, again = rulings(found["json"]), rulings(found["again"])
    assert all(row.pop("cached") and row.pop("seconds") > 0 for row in first.values())
    assert all(row.pop("cached") and row.pop("seconds") > 0 for row in again.values())
    assert json.dumps(first) == json.dumps(again)


def test_the_rulings_that_matter_are_printed_as_this_table(found: dict[str, Done]) -> None:
    assert (found["table"].code, found["table"].out, found["table"].err) == (0, TABLE, "")


def test_every_command_tells_the_length_and_the_class_of_a_play_alike(found: dict[str, Done]) -> None:
    play = rulings(found["json"])["tie"]["play"]
    told = (play["kind"], play["choices"], play["steps"], len(play["play"]))
    assert told == ("winner", 4, 8, 8)
    (compared,) = found["compare"].json["rulings"]
    seen = compared["witness"]
    assert (compared["text"], compared["kind"]) == ("differs in short: winner", "winner")
    assert (seen["kind"], seen["choices"], seen["steps"], len(seen["play"])) == told
    (audited,) = found["audit"].json["rulesets"][0]["rulings"]
    assert (audited["matters"], len(audited["play"])) == ("winner", 8)
    assert audited["detail"].endswith("; they part in a play of 4 choices, 8 steps")
    assert "4 choices, 8 steps\n" in found["table"].out
    numbers = re.findall(r"^(\d+)\. ", found["replay"].out, re.MULTILINE)
    assert numbers == [str(number) for number in range(9)]  # the start, then the steps


def test_an_audit_tells_the_effects_that_are_stored(found: dict[str, Done]) -> None:
    (audited,) = found["audit"].json["rulesets"][0]["rulings"]
    assert "effect" not in audited  # of 300 games, where an audit looks for those of 1,000
    effect = rulings(found["json"])["tie"]["effect"]
    assert effect["text"] == "parts in 48 % of games; decides 100 % of them"
    assert (effect["effect"], effect["by"], effect["class"]) == ("winner", "random players", "sampled")
    assert effect["worth"]["winner"] == effect["comes_up"]["share"]


def test_a_stored_play_is_replayed(found: dict[str, Done]) -> None:
    done = found["replay"]
    assert (done.code, done.err) == (0, "")
    assert done.out.rstrip().endswith("The game is over: RED and BLUE won.")


def test_all_instances_are_asked(found: dict[str, Done]) -> None:
    assert found["instance"].code == 2
    assert found["instance"].err == (
        "queensbench: --rulings asks of every instance, beside the house readings; "
        "leave out --reading, --property and --instance\n"
    )


KILLED = """
import os, signal, sys
from queensbench.analyses.findings import modes
from queensbench.surfaces.command.app import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
else:
    def killed(self, elsewhere):
        mark = "killed-" + self.run.mode.name
        if {always} or not os.path.exists(mark):
            open(mark, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return ask(self, elsewhere)
    ask, modes.ModeFindings.ask = modes.ModeFindings.ask, killed
"""


@pytest.mark.parametrize("always", [False, True])
def test_a_process_that_is_killed_costs_no_finding(
    found: dict[str, Done], always: bool, tmp_path: Path
) -> None:
    folder = write(tmp_path / "project")
    script = folder / "killed.py"
    script.write_text(KILLED.format(always=always), "utf-8")
    done = subprocess.run(
        [sys.executable, str(script), *ASKED, "--json"],
        cwd=folder,
        env=environment(QUEENSBENCH_STORE=""),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    how = "queensbench: a process that compares readings was ended by SIGKILL"
    lines = [f"{how}; another takes its place, and its question is asked once more"] * 2
    lines += [f"{how}, the second one at the same question, which is asked no more"] * (2 if always else 0)
    assert (done.returncode, sorted(done.stderr.splitlines())) == (0, sorted(lines))
    rows = {row["ruling"]: row for one in json.loads(done.stdout)["rulesets"] for row in one["rulings"]}
    for name, row in rulings(found["json"]).items():
        assert {**rows[name], "seconds": 0, "cached": True} == {**row, "seconds": 0, "cached": True}
    assert len(rows) == 3
