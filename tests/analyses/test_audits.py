"""Audits that share a store: what is found again, what is not, and that nothing that was finished is lost."""

from __future__ import annotations

import json
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from queensbench.analyses.audit.build_rows import Place, _locked
from tests.analyses.tiny import AUDIT, LOADED, audit, environment, files, rows, run, timeless, write
from tests.processes import python


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that was audited once."""
    folder = write(tmp_path_factory.mktemp("steps") / "project")
    first = audit(folder)
    (folder / "first.json").write_text(json.dumps(first), "utf-8")
    return folder


@pytest.fixture
def project(audited: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(audited, tmp_path / "project")


def first(project: Path) -> dict[str, object]:
    return dict(json.loads((project / "first.json").read_text("utf-8")))


def test_a_second_audit_equals_the_first_and_is_cached(project: Path) -> None:
    before, after = first(project), audit(project)
    assert not any("cached" in row for row in rows(before))
    assert all(row["cached"] for row in rows(after))
    assert timeless(after) == timeless(before)
    for one, other in zip(rows(before), rows(after), strict=True):
        assert one.get("seconds", other.get("seconds")) == other.get("seconds")


def test_after_a_change_of_a_rule_a_proof_asks_its_goals_alone(tmp_path: Path) -> None:
    folder = write(tmp_path / "project")
    asked = ("audit", "-i", "full", "--games", "200", "--json")

    def counted(*more: str) -> tuple[str, int, int]:
        done = run(folder, *asked, *more)
        found = json.loads(done.stdout)["rulesets"][0]
        (row,) = found["proofs"]
        assert [p["class"] for p in found["properties"] if p["name"] == "low"] == [
            "sampled",
            "by construction",
        ]
        return done.stderr, row["goals"], row["known"]

    assert counted() == ("", 4, 0)
    model = folder / "model" / "steps.py"
    before = model.read_text("utf-8")
    model.write_text(before.replace("    s.at += by", "    require(by >= 1)\n    s.at += by"), "utf-8")
    # That the action is possible is asked in any case, and so are its ranges; that the claim follows is known.
    assert counted() == ("", 3, 1)
    kept = folder / ".queensbench" / "evidence" / "proved" / "steps-walk.jsonl"
    spoilt = bytearray(kept.read_bytes())
    spoilt[60] ^= 1
    kept.write_bytes(bytes(spoilt))
    model.write_text(before.replace("    s.at += by", "    require(by <= 3)\n    s.at += by"), "utf-8")
    said, goals, known = counted()
    assert said.endswith("steps-walk.jsonl is damaged in 1 of 4 lines: their goals are asked again\n")
    assert known < goals
    assert counted("--fresh") == ("", 4, 0)


def test_the_tables_say_cached(project: Path) -> None:
    lines = run(project, *AUDIT[:-1]).stdout.splitlines()
    assert [line.split()[-1] for line in lines if line.startswith(("small", "full"))] == ["cached"] * 2
    assert sum(line.startswith("Rulings (cached, compared in ") for line in lines) == 1
    assert sum(line.startswith("Study counted: ") and line.endswith(" s, cached)") for line in lines) == 1
    assert "5 verdicts (cached): 5 holds" in lines


def test_what_is_cached_needs_no_engine(project: Path) -> None:
    done = python(project, "-c", LOADED, *AUDIT, env=environment())
    assert done.stderr == "0 []\n"


def test_plays_of_cached_verdicts_can_be_stored(project: Path) -> None:
    done = run(project, *AUDIT, "--plays", "plays")
    assert done.returncode == 0
    found = sorted(path.name for path in (project / "plays" / "steps").iterdir())
    assert "walk-four-small.itf.json" in found
    assert run(project, "replay", "plays/steps/walk-four-small.itf.json").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "kept"),
    [
        (["-r", "top=near"], 0),
        (["--budget", "1000"], 3),  # the random games
        (["--seed", "5"], 4),  # all but the random games
        (["-p", "four", "-i", "small"], 2),
        (["--fresh"], 0),
    ],
)
def test_options_that_change_a_verdict_change_its_key(project: Path, arguments: list[str], kept: int) -> None:
    found = audit(project, *arguments)
    instances = {row["instance"] for row in found["instances"] if "cached" in row}
    properties = [row for row in found["properties"] if "cached" in row]
    assert len(instances) + len(properties) == kept


def test_fresh_computes_anew_and_overwrites_what_is_stored(project: Path) -> None:
    before = {path: path.stat().st_ino for path in files(project)}
    audit(project, "--fresh")
    after = {path: path.stat().st_ino for path in files(project)}
    assert before.keys() == after.keys()
    assert all(before[path] != after[path] for path in before)


def test_a_changed_rule_is_judged_anew_and_the_old_one_found_again(project: Path) -> None:
    model = project / "model" / "steps.py"
    text = model.read_text("utf-8")
    model.write_text(text.replace("require(by <= d.longest)", "require(by < d.longest)"), "utf-8")
    found = audit(project)
    assert not any("cached" in row for row in rows(found))
    assert timeless(found) != timeless(first(project))
    model.write_text(text, "utf-8")
    assert all("cached" in row for row in rows(audit(project)))


def test_a_damaged_file_is_named_and_only_its_verdict_computed_anew(project: Path) -> None:
    spoilt = next(path for path in files(project) if '"name":"four"' in path.read_text("ascii"))
    spoilt.write_bytes(spoilt.read_bytes()[:100])
    done = run(project, *AUDIT)
    place = project.resolve() / spoilt.relative_to(project)
    assert done.stderr == (
        f"queensbench: {place} is damaged: it is no verdict; set aside as {spoilt.name}.damaged, "
        "and computed anew\n"
    )
    found = json.loads(done.stdout)["rulesets"][0]
    assert timeless(found) == timeless(first(project))
    assert [row["name"] for row in found["properties"] if "cached" not in row] == ["four"]
    assert spoilt.exists()
    assert all("cached" in row for row in rows(audit(project)))


def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    folder = write(tmp_path / "project")
    done = run(folder, *AUDIT, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
    assert done.returncode == 0
    [line] = done.stderr.splitlines()
    assert line == (
        f"queensbench: {folder.resolve() / '.queensbench' / 'evidence'}: file too large: "
        "the audit goes on, and its verdicts are not stored"
    )
    assert len(json.loads(done.stdout)["rulesets"][0]["properties"]) == 5
    assert files(folder) == []


def test_a_store_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    folder = write(tmp_path / "project")
    (folder / "file").write_text("", "utf-8")
    done = run(folder, *AUDIT, "--store", "file/store")
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) == 1
    assert "not a directory: the audit goes on without the store" in done.stderr


def test_the_store_can_be_elsewhere_or_off(project: Path) -> None:
    elsewhere = audit(project, "--store", "elsewhere")
    assert not any("cached" in row for row in rows(elsewhere))
    assert all("cached" in row for row in rows(audit(project, env={"QUEENSBENCH_STORE": "elsewhere"})))
    assert not any("cached" in row for row in rows(audit(project, "--store", "off")))


def test_an_audit_that_is_edited_under_stores_nothing_more(tmp_path: Path) -> None:
    folder = write(tmp_path / "project")
    model = folder / "model" / "steps.py"
    edits = "\nfrom pathlib import Path\nPath(__file__).with_name('_note.py').touch()\n"
    model.write_text(model.read_text("utf-8") + edits, "utf-8")
    done = run(folder, *AUDIT)
    assert (done.returncode, done.stderr) == (
        0,
        "queensbench: rules or toolkit were edited in the meantime: no verdict is stored from now on\n",
    )
    assert files(folder) == []


def test_two_audits_at_once_agree(tmp_path: Path) -> None:
    folder = write(tmp_path / "project")
    both = [
        subprocess.Popen(
            [sys.executable, "-m", "queensbench", *AUDIT],
            cwd=folder,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    done = [process.communicate(timeout=300) for process in both]
    assert [err for _, err in done] == ["", ""]
    one, other = (json.loads(out)["rulesets"][0] for out, _ in done)
    assert timeless(one) == timeless(other)
    assert all("cached" in row for row in rows(audit(folder)))


def test_a_kill_at_any_moment_loses_nothing_that_was_finished(tmp_path: Path) -> None:
    folder = write(tmp_path / "project")
    chance = random.Random(20190101)
    stored: set[Path] = set()
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-m", "queensbench", *AUDIT],
            cwd=folder,
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        wanted = len(stored) + chance.randint(1, 3)
        while process.poll() is None and len(files(folder)) < wanted:
            time.sleep(0.001)
        time.sleep(chance.random() * 0.05)
        process.kill()  # it may have ended by itself
        assert process.communicate()[1] == ""
        assert stored <= set(files(folder))
        stored = set(files(folder))
        assert run(folder, "evidence", "verify").returncode == 0
    before = {path: path.stat().st_mtime_ns for path in stored}
    found = audit(folder)
    names = {
        json.loads(path.read_text("ascii"))["content"]["key"]["name"]
        for path in stored
        if '"kind":"property"' in path.read_text("ascii")
    }
    cached = {row["name"] for row in found["properties"] if "cached" in row}
    assert names <= cached
    kept = [path for path in stored if '"kind":"instance"' not in path.read_text("ascii")]
    assert {path: path.stat().st_mtime_ns for path in kept} == {path: before[path] for path in kept}
    assert all("cached" in row for row in rows(audit(folder)))


def test_what_was_interrupted_is_not_stored(tmp_path: Path) -> None:
    folder = write(tmp_path / "project")
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "queensbench",
            "audit",
            "--games",
            "100000000",
            "-i",
            "full",
            "--no-proofs",
            "--json",
        ],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not files(folder):
        time.sleep(0.01)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (130, "")
    assert json.loads(out)["interrupted"]
    assert [json.loads(p.read_text("ascii"))["content"]["key"]["kind"] for p in files(folder)] == ["peeks"]


# --------------------------------------------------------------------------------- queensbench evidence


def test_evidence_is_listed_verified_and_cleared(project: Path) -> None:
    listed = json.loads(run(project, "evidence", "list", "--json").stdout)
    kinds = [row["kind"] for row in listed["verdicts"]]
    assert {kind: kinds.count(kind) for kind in sorted(set(kinds))} == {
        "comparison": 1,
        "elsewhere": 2,
        "instance": 2,
        "orders": 1,
        "peeks": 1,
        "property": 5,
        "study": 1,
    }
    assert run(project, "evidence", "list", "steps/walk").stdout.splitlines()[0] == (
        "13 units of evidence in .queensbench/evidence"
    )
    assert run(project, "evidence", "verify").stdout == (
        "13 files whole, 0 damaged in .queensbench/evidence\n"
    )
    spoilt = files(project)[3]
    spoilt.write_bytes(b"")
    done = run(project, "evidence", "verify")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        1,
        "12 files whole, 1 damaged in .queensbench/evidence",
    )
    assert json.loads(run(project, "evidence", "verify", "--json").stdout)["damaged"] == []
    assert json.loads(run(project, "evidence", "clear", "--json").stdout)["removed"] == 12
    assert sorted(path.name for path in (project / ".queensbench" / "evidence").iterdir()) == [".gitignore"]
    assert run(project, "evidence", "list").stdout == "Nothing is stored in .queensbench/evidence.\n"


LONELY = """@study("counted", State, "How many numbers are there?", alone=True)
def counted(bench: Bench) -> Study:
    import multiprocessing, os
    beside = multiprocessing.parent_process() is not None
    if beside and "LONELY_DIES" in os.environ:
        os._exit(1)
    top = bench.interpreter("small").start()
    return Study(("where",), [("beside" if beside else "here",)], [0], [str(top.at), str(len(bench.rulings()))])
"""


@pytest.mark.parametrize(("more", "where"), [({}, "beside"), ({"LONELY_DIES": "1"}, "here")])
def test_a_study_that_stands_alone_is_answered_beside_the_rest(
    tmp_path: Path, more: dict[str, str], where: str
) -> None:
    folder = write(tmp_path / "project")
    model = (folder / "model" / "steps.py").read_text("utf-8")
    begin, end = model.index("@study("), model.index("\n\nwalk = ")
    (folder / "model" / "steps.py").write_text(model[:begin] + LONELY + model[end:], "utf-8")
    done = run(folder, *AUDIT, env=more)
    how = "queensbench: a process that answers a study ended with exit code 1"
    lines = [
        f"{how}; another takes its place, and its question is asked once more",
        f"{how}, the second one at the same question, which is asked no more",
    ]
    assert (done.returncode, done.stderr.splitlines()) == (0, lines if more else [])
    (study,) = json.loads(done.stdout)["rulesets"][0]["studies"]
    assert (study["rows"], study["findings"]) == ([[where]], ["0", "1"])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("steps/walk low on full", 1),
        ("steps/walk-far low on small", 2),
        ("steps/walk-far: 1 claim", 2),
        ("steps/walk ruling far", 3),
        ("steps/walk ruling top", 4),
        ("steps/walk ruling gone", 1),
    ],
)
def test_what_is_lost_or_gone_points_to_its_line_of_the_lock(text: str, line: int, tmp_path: Path) -> None:
    (tmp_path / "verdicts.lock").write_text(
        "steps/walk low full=proved\nsteps/walk-far low small=exhausted\n"
        "ruling steps/walk far legal\nruling steps/walk top winner\nend steps/walk\n",
        "utf-8",
    )
    assert _locked(tmp_path, text) == Place("verdicts.lock", line)
