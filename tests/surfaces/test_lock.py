"""The lock of verdicts in the command: a proof that is lost fails by name, and what is meant is accepted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.processes import python
from tests.surfaces.projects import HEAD, Done, run

MODEL = (
    '"""Steps: go up by one."""\n'
    + HEAD
    + '''

class Stride(Reading):
    """How far is a step."""

    ONE = "One."
    TWO = "Two, near the top."


class Asked(Rulings):
    stride: Stride = ruling(Stride.ONE, question="How far?", clauses=("up",), hole="two-way", why="It says so.")


r = Asked()


class Box(Sizes):
    top: int = size(6, lo=1, hi=40)


n = Box()
Number = Annotated[int, Range(0, n.top)]


class State(Record):
    at: Number


@initial()
def begin(s: State) -> None:
    s.at = 0


@action("up")
def up(s: State) -> None:
    require(s.at < n.top - 1)
    s.at += STRIDE


@over()
def ended(s: State) -> bool:
    return s.at == n.top - 1


@never("top", holds("Every step stops below it."))
def top(s: State) -> bool:
    return s.at == n.top


@reachable("two", holds("Two steps."))
def two(s: State) -> bool:
    return s.at == 2


ends("it-ends", State, holds("It goes up."), against=("players",), sure=True, module=__name__)

walk = Mode(
    "walk", state=State, rulings=r, sizes=n,
    full=Instance("full", explore=False), instances=(Instance("small", sizes={"top": 4}),),
)
'''
)
SOUND, FAULTY = "1", "2 if r.stride == Stride.TWO and s.at == n.top - 2 else 1"
HEADS = (
    "# What audits have shown of each claim and ruling. Written by `queensbench audit --accept --reason ...`;\n"
    "# an audit that shows less says so, and fails.\n"
)
LINES = (
    "steps/walk it-ends small=exhausted\n"
    "steps/walk top full=proved,every small=exhausted\n"
    "steps/walk two full=witnessed small=witnessed\n"
)
LOCK = f"{HEADS}{LINES}end steps/walk\n"
AUDIT = ("audit", "--games", "200", "--no-rulings", "-q")


class Folder:
    """A project whose rules can be changed, and the command in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = folder / "verdicts.lock"
        (folder / "model").mkdir(parents=True)
        (folder / "pyproject.toml").write_text("[tool.queensbench]\n", "utf-8")
        (folder / "model" / "__init__.py").write_text("", "utf-8")
        self.write(SOUND)

    def write(self, stride: str, model: str = MODEL) -> None:
        (self.folder / "model" / "steps.py").write_text(model.replace("STRIDE", stride), "utf-8")

    def run(self, *arguments: str) -> Done:
        return run(self.folder, *arguments)

    def audit(self, *arguments: str) -> Done:
        return self.run(*AUDIT, *arguments)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[Folder, Done, Done]:
    """The project, its first audit, and the one that writes the lock."""
    folder = Folder(tmp_path_factory.mktemp("lock") / "project")
    first = folder.audit()
    return folder, first, folder.audit("--accept", "--reason", "At  first.")


def test_without_a_lock_nothing_is_said(sound: tuple[Folder, Done, Done]) -> None:
    _, first, _ = sound
    assert (first.code, first.err) == (0, "")
    assert "verdicts.lock" not in first.out


def test_what_was_shown_is_written(sound: tuple[Folder, Done, Done]) -> None:
    folder, _, accepted = sound
    assert (accepted.code, accepted.err) == (0, "")
    assert "\nverdicts.lock: 3 lines written, 3 claims in all\n" in accepted.out
    assert folder.lock.read_text("utf-8") == LOCK


def test_readings_that_are_lost_fail_by_name(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "project")
    folder.write(FAULTY)
    before = folder.audit()
    assert (before.code, before.out.splitlines()[-1]) == (0, "All is as expected.")
    folder.lock.write_text(LOCK, "utf-8")
    lost = folder.audit("--json")
    assert (lost.code, lost.err) == (1, "")
    [one] = lost.json["lock"]["lost"]
    assert one == {
        "mode": "steps/walk",
        "name": "top",
        "instance": "full",
        "was": "proved,every",
        "now": "proved",
        "detail": "induction; house reading only",
        "ran_out_of_time": False,
    }


STEPPING = MODEL.replace(
    '@reachable("two"',
    """@step("by-one", holds("It says so."))
def by_one(s: State, before: State) -> bool:
    return s.at == before.at + 1


@reachable("two\"""",
)


def test_what_is_said_of_steps_is_held_too(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "project")
    folder.write(SOUND, STEPPING)
    assert folder.audit("--accept", "--reason", "At first.").code == 0
    kept = folder.lock.read_text("utf-8")
    assert kept == f"{HEADS}steps/walk by-one full=sampled small=exhausted\n{LINES}end steps/walk\n"
    folder.write(
        SOUND,
        STEPPING.replace(
            '"by-one", holds("It says so.")', '"by-one", holds("It says so."), instances=("small",)'
        ),
    )
    gone = folder.audit("--json")
    assert gone.code == 1
    assert gone.json["lock"]["gone"] == ["steps/walk by-one on full"]


@pytest.mark.slow
def test_what_is_lost_is_accepted_with_a_reason_until_it_is_shown_again(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "project")
    folder.write(FAULTY)
    folder.lock.write_text(LOCK, "utf-8")
    tables = folder.audit()
    assert tables.code == 1
    assert (
        " Less than verdicts.lock says steps/walk top on full: was proved of every reading, now proved of the house "
        "readings only; induction; house reading only "
    ) in " ".join(tables.out.split())
    assert tables.out.splitlines()[-1] == "Less was shown than verdicts.lock says."
    done = folder.audit("--accept", "--reason", "The other reading needs a rule that is not written.")
    assert (done.code, done.err) == (0, "")
    assert folder.lock.read_text("utf-8") == (
        f"{HEADS}accepted steps/walk top The other reading needs a rule that is not written.\n"
        f"{LINES.replace('proved,every', 'proved')}end steps/walk\n"
    )
    folder.write(SOUND)
    better = folder.audit()
    assert better.code == 0
    assert (
        '\nverdicts.lock can be renewed, 1 verdict better: queensbench audit --accept --reason "..."\n'
        in better.out
    )
    assert folder.audit("--accept", "--reason", "It is proved again.").code == 0
    assert folder.lock.read_text("utf-8") == LOCK


def test_only_what_was_asked_is_held(sound: tuple[Folder, Done, Done]) -> None:
    folder, _, _ = sound
    more = LOCK.replace("small=exhausted\n", "small=proved\n")
    folder.lock.write_text(more, "utf-8")
    try:
        asked = {
            "one": folder.audit("-p", "two", "--json"),
            "less": folder.audit("--no-proofs", "-i", "full", "-p", "top", "--json"),
            "small": folder.audit("-i", "small", "-p", "it-ends", "--json"),
            "other": folder.audit("-r", "stride=two", "--no-proofs", "--json"),
        }
    finally:
        folder.lock.write_text(LOCK, "utf-8")
    found = {name: done.json["lock"] for name, done in asked.items()}
    assert {name: done.code for name, done in asked.items()} == {
        "one": 0,
        "less": 0,
        "small": 1,
        "other": 0,
    }
    assert {name: one["same"] for name, one in found.items()} == {
        "one": 2,
        "less": 0,
        "small": 0,
        "other": 0,
    }
    assert found["less"]["not_held"] == {"--no-proofs": 1}
    assert [(one["name"], one["was"], one["now"]) for one in found["small"]["lost"]] == [
        ("it-ends", "proved", "exhausted")
    ]


@pytest.mark.slow
def test_what_no_longer_exists_is_named_and_removed(sound: tuple[Folder, Done, Done]) -> None:
    folder, _, _ = sound
    more = (
        "steps/run old full=proved\nsteps/walk gone full=exhausted small=exhausted\n"
        "steps/walk two full=witnessed other=witnessed small=witnessed\n"
    )
    lines = LINES.replace("steps/walk two full=witnessed small=witnessed\n", more)
    folder.lock.write_text(f"{HEADS}{lines}end steps/run steps/walk\n", "utf-8")
    try:
        found = folder.audit("--no-proofs", "--json")
        one = folder.audit("--no-proofs", "steps/walk", "--json")
        done = folder.audit("--accept", "--reason", "Renamed.")
        now = folder.lock.read_text("utf-8")
    finally:
        folder.lock.write_text(LOCK, "utf-8")
    gone = [
        "steps/walk gone on full",
        "steps/walk gone on small",
        "steps/walk two on other",
    ]
    assert (found.code, found.json["lock"]["gone"]) == (1, [*gone, "steps/run: 1 claim"])
    assert (one.code, one.json["lock"]["gone"]) == (1, gone)
    assert done.code == 0
    assert [line for line in done.out.splitlines() if "verdicts.lock" in line or "removed" in line] == [
        "verdicts.lock: 1 line written, 3 claims in all",
        "removed: steps/run old on full",
        "removed: steps/walk gone on full, small",
        "removed: steps/walk two on other",
    ]
    assert now == LOCK


def test_what_is_not_as_expected_is_not_accepted(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "project")
    folder.lock.write_text(LOCK, "utf-8")
    folder.write("1", MODEL.replace("s.at < n.top - 1", "s.at < n.top").replace("== n.top - 1", "== n.top"))
    done = folder.audit("--accept", "--reason", "No.", "--no-proofs")
    assert (done.code, done.out.splitlines()[-1]) == (1, "A verdict is not as expected.")
    assert "\nkept as it was: steps/walk top on full: not as expected\n" in done.out
    assert folder.lock.read_text("utf-8") == LOCK
    without = LOCK.replace(
        next(line for line in LOCK.splitlines(keepends=True) if line.startswith("steps/walk top ")), ""
    )
    folder.lock.write_text(without, "utf-8")
    done = folder.audit("--accept", "--reason", "No.", "--no-proofs")
    assert "\nnot written: steps/walk top on full: not as expected\n" in done.out
    assert "kept as it was" not in done.out
    assert folder.lock.read_text("utf-8") == without


BAD = {
    "no reason": (("--accept",), '--accept needs a reason; add --reason "..."'),
    "an empty reason": (("--accept", "--reason", " "), '--accept needs a reason; add --reason "..."'),
    "a reason alone": (("--reason", "So."), "--reason is why what is shown is accepted; add --accept"),
    "another reading": (
        ("--accept", "--reason", "So.", "-r", "stride=two"),
        "--accept writes what is shown of claims under the house readings; leave out --rulings and --reading",
    ),
    "only proofs of a box": (
        ("--confirm", "-i", "small"),
        "--confirm proves what audits leave out, and does nothing else; leave out --rulings, --instance and --no-proofs",
    ),
}


@pytest.mark.parametrize("options", BAD)
def test_bad_options_are_one_line(sound: tuple[Folder, Done, Done], options: str) -> None:
    arguments, text = BAD[options]
    assert sound[0].run("audit", "-q", *arguments) == Done(2, "", f"queensbench: {text}\n")


SPOILT = {
    "cut off": (
        LOCK.rpartition("end")[0],
        "its last line is missing: it was cut off; take it from version control",
    ),
    "a mode is lost": (
        LOCK.replace("end steps/walk", "end steps/run steps/walk"),
        (
            "its last line names steps/run, of which nothing stands here; take the lines of this mode from version "
            "control, or its name out of the last line"
        ),
    ),
    "half merged": (
        LOCK.replace("steps/walk top", "<<<<<<< HEAD\nsteps/walk top"),
        "a merge is left half done; keep one line for each claim, and audit: what is less is told then",
    ),
    "twice": (LOCK.replace(LINES, LINES * 2), "it-ends of steps/walk stands here twice; keep one line"),
    "no class": (
        LOCK.replace("full=proved,every", "full=shown"),
        (
            "`full=shown` says nothing of an instance; write INSTANCE=CLASS, once each: one of proved, "
            "by-construction, exhausted, witnessed, bounded, sampled, refuted, fails-exhausted, unknown; `,every` of "
            "every reading"
        ),
    ),
    "no line": (
        LOCK.replace("steps/walk top", "top"),
        "no line of verdicts.lock; write `RULESET/MODE CLAIM INSTANCE=CLASS`, or drop it",
    ),
    "a reason of nothing": (
        LOCK.replace("steps/walk top full", "accepted steps/walk bottom So.\nsteps/walk top full"),
        "a reason for bottom of steps/walk, of which nothing stands here; drop it",
    ),
    "confirmed without digests": (
        f"{HEADS}confirmed steps/walk today\n{LINES}end steps/walk\n",
        "no line of what was confirmed; drop it, and have it written: queensbench audit --confirm --accept",
    ),
    "confirmed twice": (
        f"{HEADS}confirmed steps/walk {0:016x} {1:016x}\nconfirmed steps/walk {2:016x} {1:016x}\n",
        (
            "confirmed steps/walk stands here twice; drop both, and have one written: queensbench audit --confirm "
            "--accept"
        ),
    ),
    "confirmed of nothing": (
        f"{HEADS}confirmed steps/walk {0:016x} {1:016x}\n{LINES}end steps/walk\n",
        "confirmed steps/walk, of which nothing here is left to be confirmed; drop the line",
    ),
    "no reason": (
        LOCK.replace("steps/walk top full", "accepted steps/walk top\nsteps/walk top full"),
        "not a reason; write `accepted [ruling] RULESET/MODE NAME REASON`",
    ),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_lock_that_is_spoilt_is_told_before_anything_is_asked(tmp_path: Path, spoilt: str) -> None:
    from queensbench.errors import BadInput
    from queensbench.evidence.verdicts_lock import read

    file = tmp_path / "verdicts.lock"
    text, said = SPOILT[spoilt]
    file.write_text(text, "utf-8")
    with pytest.raises(BadInput) as fault:
        read(file)
    assert re.sub(r"^\S+?verdicts\.lock(:\d+)?: ", "", str(fault.value)) == said


def test_lines_of_two_branches_and_both_last_lines_may_stay(tmp_path: Path) -> None:
    from queensbench.evidence.verdicts_lock import read, written

    file = tmp_path / "verdicts.lock"
    file.write_text(f"{LOCK}end steps/run steps/walk\nsteps/run up full=proved,every,confirm\n", "utf-8")
    lock = read(file)
    assert lock is not None
    assert written(lock) == (
        f"{HEADS}steps/run up full=proved,every,confirm\n{LINES}end steps/run steps/walk\n"
    )


LEFT = MODEL.replace(
    'full=Instance("full", explore=False)', 'full=Instance("full", explore=False, unproved="It takes long.")'
)


STALE = "verdicts.lock: proofs of steps/walk were confirmed, and {}\n"


@pytest.mark.slow
def test_what_audits_leave_is_confirmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEENSBENCH_STORE", str(tmp_path / "store"))
    folder = Folder(tmp_path / "project")
    folder.write(SOUND, LEFT)
    assert folder.audit("--accept", "--reason", "First.").code == 0
    sampled = LOCK.replace("proved,every", "sampled")
    assert folder.lock.read_text("utf-8") == sampled
    better = folder.run("audit", "-q", "--confirm")
    assert (better.code, "1 verdict better" in better.out) == (0, True)
    assert folder.run("audit", "-q", "--confirm", "--accept", "--reason", "Proved.").code == 0
    lines = folder.lock.read_text("utf-8").splitlines()
    [basis] = [line for line in lines if line.startswith("confirmed ")]
    assert re.fullmatch("confirmed steps/walk [0-9a-f]{16} [0-9a-f]{16}", basis)
    confirmed = f"{HEADS}{basis}\n{LINES}end steps/walk\n".replace("proved,every", "proved,every,confirm")
    assert folder.lock.read_text("utf-8") == confirmed
    assert "were confirmed" not in folder.audit().out
    again = folder.audit("--accept", "--reason", "Again.")
    assert (again.code, folder.lock.read_text("utf-8")) == (0, confirmed)
    assert folder.audit("--json").json["lock"]["left_to_confirm"] == 1
    folder.lock.write_text(confirmed.replace(basis[-16:], "0" * 16), "utf-8")
    assert STALE.format("what proves has changed since") in folder.audit().out
    folder.lock.write_text(confirmed.replace(f"{basis}\n", ""), "utf-8")
    assert STALE.format("nobody has noted of which rules") in folder.audit().out
    folder.lock.write_text(confirmed, "utf-8")
    folder.write(FAULTY, LEFT)
    changed = folder.audit()
    assert changed.code == 0
    assert STALE.format("the rules or claims have changed since") in changed.out
    since = folder.audit("--json").json["lock"]["confirmed_before"]
    assert since == {"steps/walk": "the rules or claims have changed since"}
    lost = folder.run("audit", "-q", "--confirm", "--json")
    assert (lost.code, lost.err) == (1, "")
    assert [(one["name"], one["was"], one["now"]) for one in lost.json["lock"]["lost"]] == [
        ("top", "proved,every,confirm", "proved")
    ]
    assert [row["engine"] for row in lost.json["rulesets"][0]["properties"]] == ["prove"]


def test_nothing_is_left_to_confirm(sound: tuple[Folder, Done, Done]) -> None:
    done = sound[0].run("audit", "-q", "--confirm")
    assert (done.code, done.out.splitlines()[-1]) == (0, "Nothing was asked.")


def test_proofs_that_ran_out_of_time_are_not_lost_but_not_decided(sound: tuple[Folder, Done, Done]) -> None:
    """A time that is shorter than usual is asked for; here the proofs end early of themselves."""
    folder, _, _ = sound
    script = (
        "import sys\nfrom queensbench.analyses.verdicts import proved\nfrom queensbench.surfaces.command.app import main\n"
        "def late(*_):\n    raise proved.Stopped('stopped after 1800 s')\n"
        "proved.Proofs._proved = late\nsys.exit(main(sys.argv[1:]))\n"
    )
    done = python(folder.folder, "-c", script, *AUDIT, "-i", "full", "--store", "off", "--json")
    data: dict[str, Any] = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (3, "")
    [one] = data["lock"]["lost"]
    assert (one["name"], one["ran_out_of_time"], one["now"]) == ("top", True, "sampled")
