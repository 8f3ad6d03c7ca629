"""Ctrl-C in the second of several parts: the first one is printed, and the answer says that it is not the whole."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.processes import environment, python
from tests.surfaces.projects import FILES, run_all, write
from tests.surfaces.test_interrupt import LAST
from tests.surfaces.test_prove import BUCKET, CUP

#: the command, and Ctrl-C where a function is given an argument whose text holds another one
STOPS = """
import pkgutil, signal, sys
from queensbench.surfaces.command.app import main

if __name__ == "__main__":
    owner, name, given, *words = sys.argv[1:]
    owner = pkgutil.resolve_name(owner)
    function = getattr(owner, name)

    def stopped(*arguments, **more):
        if any(given in str(one) for one in arguments):
            signal.raise_signal(signal.SIGINT)
        return function(*arguments, **more)

    setattr(owner, name, stopped)
    sys.exit(main(words))
"""
NOTHING = "queensbench: interrupted before anything was found\n"
PLACES = {
    "umpire": ("queensbench.api.game:Game", "umpire"),
    "quiet": ("queensbench.api.quiet_choices", "quiet_choices"),
    "check": ("queensbench.evidence.checker", "check"),
    "rulings": ("queensbench.surfaces.command.book:RulingsBook", "judged"),
    "confirm": ("queensbench.api.session:Session", "prove"),
    "prove": ("queensbench.api.session:Session", "prove"),
}
"""Where each command begins with one of its parts."""


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rulesets, and a play of each."""
    names = ("pyproject.toml", "model/counter.py", "model/race.py")
    folder = write(tmp_path_factory.mktemp("two"), {name: FILES[name] for name in names})
    saved = [f"play {name} --show 0 --games 1 --save {name}.itf.json".split() for name in ("counter", "race")]
    assert [done.code for done in run_all(folder, saved)] == [0, 0]
    return folder


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rulesets with claims that are proved."""
    files = {"model/bucket.py": BUCKET, "model/cup.py": CUP}
    return write(tmp_path_factory.mktemp("proved"), {"pyproject.toml": FILES["pyproject.toml"], **files})


def stopped(folder: Path, given: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Ctrl-C where a command begins with a part whose text holds what is given."""
    return python(folder, "-c", STOPS, *PLACES[words[0]], given, *words)


QUIET = ("--budget", "50", "--games", "0")


@pytest.mark.parametrize(
    ("words", "key", "names"),
    [
        (("umpire", "counter", "race"), "modes", ["mode"]),
        (("quiet", "counter", "race", *QUIET), "rulesets", ["ruleset"]),
        (("check", "counter.itf.json", "race.itf.json"), "files", ["file"]),
    ],
    ids=["umpire", "quiet", "check"],
)
def test_with_json_what_is_finished_is_there(
    two: Path, words: tuple[str, ...], key: str, names: list[str]
) -> None:
    done = stopped(two, "race", *words, "--json")
    assert (done.returncode, done.stderr) == (130, "")
    found = json.loads(done.stdout)
    assert (set(found), found["interrupted"]) == ({key, "interrupted"}, True)
    assert [[str(row[name]).partition("/")[0].partition(".")[0] for name in names] for row in found[key]] == [
        ["counter"]
    ]
    whole = python(two, "-m", "queensbench", *words[:2], *(QUIET if words[0] == "quiet" else ()), "--json")
    [alone] = json.loads(whole.stdout)[key]
    assert set(alone) == set(found[key][0])
    nothing = stopped(two, "counter", *words, "--json")
    assert (nothing.returncode, json.loads(nothing.stdout)) == (130, {key: [], "interrupted": True})


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("umpire", "counter", "race"), "counter/count: explored "),
        (("quiet", "counter", "race", *QUIET), "counter: "),
        (("check", "counter.itf.json", "race.itf.json"), "counter.itf.json: "),
        (("rulings", "--book", "book", "--games", "1"), "book/counter: "),
    ],
    ids=["umpire", "quiet", "check", "rulings"],
)
def test_in_words_what_is_finished_stands_above(two: Path, words: tuple[str, ...], first: str) -> None:
    done = stopped(two, "race", *words)
    assert (done.returncode, done.stderr) == (130, "")
    lines = done.stdout.splitlines()
    assert any(line.startswith(first) for line in lines), lines
    assert lines[-1] == LAST
    nothing = stopped(two, "", *words)
    assert (nothing.returncode, nothing.stdout, nothing.stderr) == (130, "", NOTHING)


def test_a_proof_that_is_cut_short_says_so(proved: Path) -> None:
    done = stopped(proved, "", "prove", "cup", "--json")
    assert (done.returncode, done.stderr, json.loads(done.stdout)) == (130, "", {"interrupted": True})
    done = stopped(proved, "", "prove", "cup")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", NOTHING)


def test_modes_that_were_confirmed_are_printed(proved: Path) -> None:
    pytest.importorskip("bitwuzla", reason="bitwuzla is not installed: it is in requirements-test.lock")
    done = stopped(proved, "bucket", "confirm", "cup", "bucket", "--json")
    assert (done.returncode, done.stderr) == (130, "")
    found = json.loads(done.stdout)
    assert ([mode["mode"] for mode in found["modes"]], found["exit"], found["interrupted"]) == (
        ["cup/only"],
        130,
        True,
    )
    done = stopped(proved, "bucket", "confirm", "cup", "bucket")
    assert (done.returncode, done.stderr) == (130, "")
    lines = done.stdout.splitlines()
    assert (lines[0], lines[2].split()[0], lines[-1]) == ("Confirmed by other solvers", "cup/only", LAST)
    done = stopped(proved, "cup", "confirm", "cup", "bucket")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", NOTHING)


@pytest.mark.parametrize(
    "asked", [("cup", "bucket"), ("--questions", "bucket", "cup")], ids=["claims", "questions"]
)
def test_a_mode_is_left_out_of_which_ctrl_c_came_while_it_was_proved(
    proved: Path, asked: tuple[str, ...]
) -> None:
    pytest.importorskip("bitwuzla", reason="bitwuzla is not installed: it is in requirements-test.lock")
    place = ("queensbench.analyses.verdicts.proofs", "_told", "depth 2")
    done = python(proved, "-c", STOPS, *place, "confirm", *asked, "-q")
    assert (done.returncode, done.stderr) == (130, "")
    lines = done.stdout.splitlines()
    assert (lines[0], lines[2].split()[0], len(lines), lines[-1]) == (
        "Confirmed by other solvers",
        "cup/only",
        5,
        LAST,
    )


def test_pages_that_are_written_are_told_where_their_printing_is_cut_short(two: Path, tmp_path: Path) -> None:
    (tmp_path / "chromium").touch(mode=0o755)  # it never comes to be called
    env = environment(PATH=os.pathsep.join((str(tmp_path), os.environ["PATH"])))
    place = ("queensbench.surfaces.command.printing", "printed", "", "report", "race", "--pdf")
    done = python(two, "-c", STOPS, *place, "--out", "told", env=env)
    assert (done.returncode, done.stderr) == (130, "")
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"told/index\.html: \d+ pages, .*", lines[0]), lines
    assert lines[1:] == [LAST]
    done = python(two, "-c", STOPS, *place, "--out", "data", "--json", env=env)
    assert (done.returncode, done.stderr) == (130, "")
    found = json.loads(done.stdout)
    assert (list(found["rulebooks"]), found["pages"][-1], found["interrupted"]) == (
        ["race"],
        "index.html",
        True,
    )
