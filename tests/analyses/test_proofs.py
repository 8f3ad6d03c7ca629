"""Proofs inside an audit: their rows, what is stored of them, and what leaves them unknown."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from queensbench.analyses.verdicts.expected import cover
from queensbench.analyses.verdicts.proved import FREE, NICE, _told
from queensbench.analyses.verdicts.rows import PropertyRow
from tests.analyses.tiny import LOADED, environment, files, run
from tests.lifetimes import SOON, alive, gone
from tests.processes import python, write_model
from tests.surfaces import projects as command

MODEL = '''"""Coins: between two hands and a table, and a frog that hops by two."""
from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import *


class Hand(Kind):
    LEFT = auto()
    RIGHT = auto()


class Limit(Reading):
    """How many coins fit a hand."""

    STRICT = "Three at the most."
    LOOSE = "Any number."


class Asked(Rulings):
    limit: Limit = ruling(
        Limit.STRICT, question="How many coins fit a hand?", clauses=("take",), hole="silent", why="Hands are small."
    )


class Box(Sizes):
    coins: int = size(6, lo=1, hi=6)
    pond: int = size(60, lo=2, hi=60)


r = Asked()
n = Box()
Coins = Annotated[int, Range(0, n.coins)]


class State(Record):
    table: Coins
    hand: Table[Hand, Coins]
    frog: Annotated[int, Range(0, n.pond)]
    done: bool


@initial()
def begin(s: State) -> None:
    s.table = n.coins


@action("take")
def take(s: State, h: Hand) -> None:
    require(s.table > 0)
    require(s.hand[h] < 3 or r.limit == Limit.LOOSE)
    s.table -= 1
    s.hand[h] += 1


@action("back")
def put_back(s: State, h: Hand) -> None:
    require(s.hand[h] > 0)
    s.hand[h] -= 1
    s.table += 1


@action("hop")
def hop(s: State) -> None:
    require(s.frog <= n.pond - 2)
    s.frog += 2


@action("hop")
def hop_back(s: State) -> None:
    require(s.frog >= 2)
    s.frog -= 2


@action("stop")
def stop(s: State) -> None:
    s.done = True


@over()
def ended(s: State) -> bool:
    return s.done


@always(
    "conserved", holds("Coins only move."), on={"full": holds("Coins only move.", at_least=Class.PROVED)},
)
def conserved(s: State) -> bool:
    return s.table + sum(s.hand[h] for h in Hand) == n.coins


@always("typed", holds("A frog is in the pond."))
def typed(s: State) -> bool:
    return s.frog <= n.pond


@always("three", holds("The house reading says so."))
def three(s: State, h: Hand) -> bool:
    return s.hand[h] <= 3


@never("odd", holds("It hops by two, from nought."), instances=("full",))
def odd(s: State) -> bool:
    return s.frog == n.pond - 29


@never("away", fails("It may hop at once.", blame=("gap: it hops",), despite="It has no clauses."), instances=("full",))
def away(s: State) -> bool:
    return s.frog > 0


only = Mode(
    "only", state=State, rulings=r, sizes=n, instances=(Instance("small", sizes={"coins": 3, "pond": 4}),),
)
'''

AUDIT = ("audit", "--games", "200", "--no-rulings", "--json")
CLAIMS = ["conserved", "typed", "three", "odd", "away"]
NO_WORKER = """
import os, signal, sys
from queensbench.engines.prove import worker_pool
from queensbench.surfaces.command.app import main

if __name__ == "__main__":
    os.cpu_count = lambda: 1
    sys.exit(main(sys.argv[1:]))
else:
    def killed(*_):
        if {always} or not os.path.exists("killed"):
            open("killed", "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return cheap(*_)
    cheap, worker_pool.cheap = worker_pool.cheap, killed
"""
KILLED = "a process that proves was ended by SIGKILL"


def write(folder: Path) -> Path:
    """The project in a folder."""
    return write_model(folder, "coins", MODEL)


def audited(folder: Path, *arguments: str, code: int = 0) -> dict[str, Any]:
    """The one ruleset of an audit's JSON; no word on the error stream."""
    done = run(folder, *AUDIT, *arguments)
    assert (done.returncode, done.stderr) == (code, "")
    found: dict[str, Any] = json.loads(done.stdout)["rulesets"][0]
    return found


def proofs(ruleset: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for row in ruleset["properties"] if row["engine"] == "prove"]


def brief(ruleset: dict[str, Any]) -> list[tuple[Any, ...]]:
    keys = ("name", "instance", "reading", "verdict", "class", "expected", "as_expected", "detail")
    return [tuple(row[key] for key in keys) for row in proofs(ruleset)]


def stored(folder: Path, kind: str = "proof") -> dict[str, Path]:
    """The stored verdicts of a kind, by name."""
    keys = {path: json.loads(path.read_text("ascii"))["content"]["key"] for path in files(folder)}
    return {key["name"]: path for path, key in keys.items() if key["kind"] == kind}


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that was audited once."""
    folder = write(tmp_path_factory.mktemp("coins") / "project")
    (folder / "first.json").write_text(json.dumps(audited(folder)), "utf-8")
    return folder


@pytest.fixture
def project(cold: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(cold, tmp_path / "project")


def first(project: Path) -> dict[str, Any]:
    return dict(json.loads((project / "first.json").read_text("utf-8")))


ROWS = [
    ("conserved", "full", FREE, "holds", "proved", "holds", True, f"induction; {FREE}"),
    ("typed", "full", FREE, "holds", "by construction", "holds", True, f"types; {FREE}"),
    ("three", "full", "house", "holds", "proved", "holds", True, "induction; house reading only"),
    ("odd", "full", "house", "unknown", "unknown", "holds", True),
    ("away", "full", "house", "unknown", "unknown", "fails", True),
]
LEADS_OUT = " leads out of it from a state that may be unreachable"


def test_the_rows_of_every_kind_of_claim(project: Path) -> None:
    found = first(project)
    rows = brief(found)
    assert rows[:3] == ROWS[:3]
    assert [row[:-1] for row in rows[3:]] == ROWS[3:]
    assert all("not inductive" in row[-1] and row[-1].endswith(LEADS_OUT) for row in rows[3:])
    odd = proofs(found)[3]["proof"]
    assert (odd["why"], odd["lemmas"]) == ("not inductive", [])
    path = odd["counterexample_to_induction"]["step"].split(", ")
    assert len(path) == 2  # one step before, of whatever kind, and the one that leads out
    assert path[1] in ("hop()", "hop_back()")
    assert proofs(found)[0]["proof"]["lemmas"] == ["conserved"]
    assert {row["seconds"] for row in proofs(found)} == {found["proofs"][0]["seconds"]}
    [whole] = found["proofs"]
    assert (whole["mode"], whole["instance"], whole["rlimit"]) == ("only", "full", 4_000_000)
    assert (whole["obligations_open"], whole["never_enabled"]) == ([], [])


def test_what_is_exhausted_or_sampled_stands_beside_what_is_proved(project: Path) -> None:
    rows = [
        (row["instance"], row["class"]) for row in first(project)["properties"] if row["name"] == "conserved"
    ]
    assert rows == [("full", "sampled"), ("small", "exhausted"), ("full", "proved")]


def test_a_second_audit_has_the_proofs_and_their_seconds_from_the_store(project: Path) -> None:
    before, after = first(project), audited(project)
    assert proofs(after) == [{**row, "cached": True} for row in proofs(before)]
    assert after["proofs"] == [{**row, "cached": True} for row in before["proofs"]]
    assert sorted(stored(project)) == sorted(CLAIMS)


def test_the_proofs_in_the_store_need_no_solver(project: Path) -> None:
    done = python(project, "-c", LOADED, *AUDIT, env=environment())
    assert done.stderr == "0 []\n"


def test_the_tables_say_what_was_proved_of_which_readings_and_what_was_not(project: Path) -> None:
    lines = run(project, *AUDIT[:-1], env={"COLUMNS": "160"}).stdout.splitlines()
    table = [" ".join(line.split()[:-2]) for line in lines if " prove " in line]
    begin = "full prove 5 claims, 3 shown, 2 of every reading; every range shown; tried on "
    assert table[0].startswith(begin)
    steps, word = table[0].removeprefix(begin).split()
    assert (int(steps.replace(",", "")) >= 100_000, word) == (True, "steps")
    assert table[1:] == [
        "holds proved full: every reading prove",
        "holds by construction full: every reading prove",
        "holds proved full: house reading only prove",
    ]
    at = lines.index("Not proved")
    assert lines[at + 1].startswith("  odd on full: not inductive")
    assert lines[at + 1].endswith(LEADS_OUT)
    assert lines[at + 2] == ""  # away is refuted by a play
    assert lines[-1] == "All is as expected."
    assert "11 verdicts (cached): 10 holds, 1 fails" in lines
    assert "1 claim not proved" in lines


def test_a_damaged_proof_is_named_and_proved_again(project: Path) -> None:
    spoilt = stored(project)["three"]
    spoilt.write_bytes(spoilt.read_bytes()[:100])
    done = run(project, *AUDIT)
    assert done.returncode == 0
    assert f"{spoilt.name} is damaged: it is no verdict; set aside as {spoilt.name}.damaged" in done.stderr
    found = json.loads(done.stdout)["rulesets"][0]
    assert [row[:7] for row in brief(found)] == [row[:7] for row in ROWS]
    assert [row["name"] for row in proofs(found) if "cached" not in row] == ["three"]
    assert spoilt.exists()


def test_a_kill_loses_no_finished_proof(tmp_path: Path) -> None:
    folder = write(tmp_path / "project")
    process = subprocess.Popen(
        [sys.executable, "-m", "queensbench", *AUDIT, "-p", "conserved", "-i", "full"],
        cwd=folder,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not stored(folder):
        time.sleep(0.001)
    process.kill()  # it may have ended by itself
    assert process.communicate(timeout=300)[1] == ""
    before = {name: (path, path.stat().st_mtime_ns) for name, path in stored(folder).items()}
    assert before
    assert run(folder, "evidence", "verify").returncode == 0
    found = audited(folder)
    assert {row["name"] for row in proofs(found) if "cached" in row} == before.keys()
    assert {
        name: (path, path.stat().st_mtime_ns) for name, path in stored(folder).items()
    }.items() >= before.items()


def test_one_property_is_shown_and_all_its_lemmas_are_stored(project: Path) -> None:
    shutil.rmtree(project / ".queensbench")
    found = audited(project, "-p", "three", "-i", "full")
    assert [row["name"] for row in proofs(found)] == ["three"]
    assert sorted(stored(project)) == sorted(CLAIMS)


def test_a_small_box_or_another_kind_of_claim_begins_no_proofs(project: Path) -> None:
    assert audited(project, "-i", "small")["proofs"] == []
    without = audited(project, "--no-proofs", code=3)  # conserved is expected to be proved
    assert (without["proofs"], proofs(without)) == ([], [])
    open_ = [(row["name"], row["class"]) for row in without["properties"] if not row["as_expected"]]
    assert open_ == [("conserved", "sampled")]


def test_under_another_reading_only_what_holds_of_every_reading_is_proved(project: Path) -> None:
    found = audited(project, "-r", "limit=loose", code=1)  # three is refuted
    assert [row[:5] for row in brief(found)] == [
        ("conserved", "full", FREE, "holds", "proved"),
        ("typed", "full", FREE, "holds", "by construction"),
        *((name, "full", "limit=loose", "unknown", "unknown") for name in CLAIMS[2:]),
    ]


def test_no_budget_leaves_claims_unknown_and_is_kept_under_that_budget(project: Path) -> None:
    found = audited(project, "--rlimit", "10", code=3)
    rows = {row["name"]: row for row in proofs(found)}
    assert (rows["conserved"]["verdict"], rows["conserved"]["as_expected"]) == ("unknown", False)
    assert (rows["three"]["verdict"], rows["three"]["as_expected"]) == ("unknown", True)  # sampled will do
    assert found["proofs"][0]["rlimit"] == 10


def test_proofs_that_end_early_leave_claims_unknown_and_are_not_stored(project: Path) -> None:
    shutil.rmtree(project / ".queensbench")
    late = audited(project, "--proof-time", "0", "-i", "full", code=3)
    assert {row["detail"] for row in proofs(late)} == {"induction; stopped after 0 s"}
    done = without_provers(project, always=True)
    assert (done.returncode, done.stderr.splitlines()) == (
        3,
        [
            f"queensbench: {KILLED}; another takes its place, and its question is asked once more",
            f"queensbench: {KILLED}, the second one at the same question, which is asked no more",
        ],
    )
    gone = proofs(json.loads(done.stdout)["rulesets"][0])
    why = f"ended early: {KILLED}, the second one at the same question; free memory or ask for less"
    assert {row["detail"] for row in gone} == {f"induction; {why}"}
    assert [row["verdict"] for row in [*late["properties"], *gone] if row["engine"] == "prove"] == [
        "unknown"
    ] * 10
    assert (stored(project), stored(project, "proofs")) == ({}, {})


def without_provers(project: Path, *, always: bool) -> subprocess.CompletedProcess[str]:
    """An audit whose first process that proves is killed, or each of them."""
    script = project / "killed.py"
    script.write_text(NO_WORKER.format(always=always), "utf-8")
    return subprocess.run(
        [sys.executable, str(script), *AUDIT, "-i", "full"],
        cwd=project,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_process_that_proves_and_is_killed_costs_no_verdict(tmp_path: Path) -> None:
    folder = write(tmp_path / "project")
    whole = audited(folder, "-i", "full")
    shutil.rmtree(folder / ".queensbench")
    done = without_provers(folder, always=False)
    assert (done.returncode, done.stderr) == (
        0,
        f"queensbench: {KILLED}; another takes its place, and its question is asked once more\n",
    )
    assert brief(json.loads(done.stdout)["rulesets"][0]) == brief(whole)


def test_a_depth_is_told_where_it_is_more_than_one() -> None:
    found = {"verdict": "holds", "class": "proved", "depth": 3}
    assert _told(found, FREE) == "every reading, depth 3"
    assert _told({**found, "depth": 1}, "house") == "house reading only"


def test_a_verdict_that_will_do_covers_weaker_ones_on_its_instance_only() -> None:
    def row(instance: str, verdict: str, state: str) -> PropertyRow:
        return PropertyRow(
            "claim", "always", "only", instance, "house", verdict, "", "holds", "", 0.0, "", None, state
        )

    rows = [
        row("full", "holds", "unknown"),
        row("full", "holds", "ok"),
        row("full", "fails", "unexpected"),
        row("small", "unknown", "unknown"),
    ]
    cover(rows)
    assert [(one.state, one.covered) for one in rows] == [
        ("ok", True),
        ("ok", False),
        ("unexpected", False),
        ("unknown", False),
    ]


def test_proofs_that_a_box_leaves_to_their_own_command_are_said_to_be_left() -> None:
    box = ["audit", "queue4/ball-and-bouquets", "-i", "full", "-p", "cards.conserved", "--games", "10"]
    done = command.run(command.ROOT, *box)
    assert done.code == 0, done.err
    head, _, rest = done.out.partition("Not proved\n")
    assert "sampled" in head
    assert rest.startswith(
        "  left to `queensbench prove queue4/ball-and-bouquets`: it takes one to two minutes, "
    )
    [entry] = json.loads(command.run(command.ROOT, *box, "--json").out)["rulesets"]
    [left] = entry["proofs"]
    assert (left["mode"], left["left"][:10]) == ("ball-and-bouquets", "it takes o")


NICENESS = """
import os, sys
from queensbench.engines.prove import worker_pool
from queensbench.surfaces.command.app import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
else:
    def noted(*_):
        with open("nice", "a") as file:
            file.write(f"{os.getpriority(os.PRIO_PROCESS, 0)}\\n")
        return cheap(*_)
    cheap, worker_pool.cheap = worker_pool.cheap, noted
"""


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="no priorities here")
def test_proofs_step_back_behind_their_audit_and_not_where_they_are_all_that_is_asked(tmp_path: Path) -> None:
    folder = write(tmp_path / "project")
    script = folder / "nice.py"
    script.write_text(NICENESS, "utf-8")
    here = os.getpriority(os.PRIO_PROCESS, 0)
    for words, by in (([*AUDIT, "-i", "full"], NICE), (["prove", "coins"], 0)):
        subprocess.run([sys.executable, str(script), *words], cwd=folder, env=environment(), check=False,
                       capture_output=True)  # fmt: skip
        assert {int(line) for line in (folder / "nice").read_text().split()} == {min(here + by, 19)}
        (folder / "nice").unlink()


ENDLESS = """
import os, sys
from queensbench.engines.prove import worker_pool
from queensbench.surfaces.command.app import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
else:
    def endless(*_):
        with open("proving", "a") as file:
            file.write(f"{os.getpid()}\\n")
        while True:
            pass
    worker_pool.cheap = endless
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_processes_that_prove_do_not_outlive_their_audit(number: signal.Signals, tmp_path: Path) -> None:
    folder = write(tmp_path / "project")
    script = folder / "endless.py"
    script.write_text(ENDLESS, "utf-8")
    process = subprocess.Popen(
        [sys.executable, str(script), *AUDIT, "-i", "full"],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    file = folder / "proving"
    while process.poll() is None and not (file.exists() and file.read_text().endswith("\n")):
        time.sleep(0.01)
    time.sleep(0.5)
    proving = [int(line) for line in file.read_text().split()]
    assert proving
    assert all(alive(one) for one in proving)
    process.send_signal(number)
    if number == signal.SIGKILL:
        assert process.wait(SOON) == -number
        assert gone(proving)
    out, err = process.communicate(timeout=60)  # nobody holds the pipes
    assert (process.returncode, err) == ({signal.SIGINT: 130, signal.SIGTERM: 143}.get(number, -number), "")
    assert gone(proving, 0.0)
    if number != signal.SIGKILL:
        assert json.loads(out)["interrupted"] is True
