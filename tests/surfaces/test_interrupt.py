"""Ctrl-C: what is finished is printed, the command ends with 130, and nothing is a traceback."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import on_a_terminal
from tests.surfaces.projects import HEAD, Done, environment, start, write

LAST = "Interrupted: what was finished stands above."

# Seconds after which a command that does not answer has failed: a busy machine starts one in twenty.
PATIENCE = 120


#: z3 has to see that no few choices fill all places
FILLED = (
    '"""Filled: eight places to be filled."""\n'
    + HEAD
    + """
Place = Annotated[int, Range(1, 8)]


class State(Record):
    at: Table[Place, Annotated[int, Range(0, 15)]]


@initial()
def begin(s: State) -> None:
    s.at[1] = 0


@action("move")
def move(s: State, k: Place) -> None:
    require(s.at[k] < 15)
    s.at[k] += 1


@action("back")
def back(s: State, k: Place) -> None:
    require(s.at[k] > 0)
    s.at[k] -= 1


@reachable("filled", holds("So."))
def filled(s: State) -> bool:
    return all(s.at[k] == 15 for k in range(1, 9))


mode = Mode("only", state=State)
"""
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("project"))


def interrupted(
    process: subprocess.Popen[str], ready: Callable[[], bool], number: int = signal.SIGINT
) -> Done:
    """Ctrl-C, or another signal, as soon as the command does what is to be interrupted."""
    until = time.monotonic() + PATIENCE
    try:
        while not ready():
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < until, "it never came to that"
            time.sleep(0.02)
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    return Done(process.returncode, out, err)


def said(file: Path, text: str) -> Callable[[], bool]:
    return lambda: file.exists() and text in file.read_text(encoding="utf-8")


def through_terminal(
    folder: Path, text: str, *arguments: str, number: int = signal.SIGINT
) -> tuple[int, str, str]:
    """The command with its error stream on a terminal: Ctrl-C when its progress says a text."""
    mine, its = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "queensbench", *arguments],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=its,
        text=True,
    )
    os.close(its)
    seen = b""
    until = time.monotonic() + PATIENCE
    sent = False
    try:
        while time.monotonic() < until:
            if select.select([mine], [], [], 0.1)[0]:
                try:
                    piece = os.read(mine, 4096)
                except OSError:  # the other end is closed
                    break
                if not piece:
                    break
                seen += piece
            if not sent and re.search(text.encode(), seen):
                process.send_signal(number)
                sent = True
        out, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        os.close(mine)
    assert sent, seen
    return process.returncode, out, seen.decode()


def test_while_a_big_instance_is_explored(project: Path) -> None:
    code, out, seen = through_terminal(project, r"[\d,]{6,} states, level", "audit", "big/only")
    assert code == 130
    assert "Traceback" not in seen
    lines = out.splitlines()
    assert "\x1b" not in out
    assert lines[0] == "big/only  Big: more states than anybody waits for"
    instances = [line.split()[:2] for line in lines if line.startswith(("full", "tiny", "huge"))]
    assert instances == [["full", "explore"], ["tiny", "explore"], ["huge", "explore"]]
    assert "; stopped by Ctrl-C" in out
    assert lines[-1] == LAST


#: the command, which writes a file when it comes to a function that is given an argument whose text holds another one
COMES_TO = """
import pkgutil, sys
from pathlib import Path
from queensbench.surfaces.command.app import main

file, owner, name, given, *words = sys.argv[1:]
owner = pkgutil.resolve_name(owner)
function = getattr(owner, name)

def noted(*arguments, **more):
    if not given or any(given in str(one) for one in arguments):
        Path(file).touch()
    return function(*arguments, **more)

setattr(owner, name, noted)
sys.exit(main(words))
"""


def interrupted_at(folder: Path, file: Path, place: tuple[str, str, str], *arguments: str) -> Done:
    """Ctrl-C as soon as the command comes to a place: what has the function, its name, and a text that it is given."""
    process = subprocess.Popen(
        [sys.executable, "-c", COMES_TO, str(file), *place, *arguments],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    return interrupted(process, file.exists)


def test_with_json_one_object_says_so(project: Path, tmp_path: Path) -> None:
    place = ("queensbench.analyses.verdicts.run:Run", "say", "states, level")
    done = interrupted_at(project, tmp_path / "there", place, "audit", "big/only", "--json")
    assert (done.code, done.err) == (130, "")
    assert (done.json["interrupted"], done.json["exit"]) == (True, 130)


@pytest.mark.parametrize(
    "place",
    [
        ("queensbench.project.projects", "_imported", ""),
        ("queensbench.project.projects", "build", ""),
        ("queensbench.readers.native.code_cache:Code", "__init__", ""),
        ("queensbench.analyses.verdicts.run:Run", "say", "exploring"),
    ],
    ids=["loaded", "lowered", "compiled", "explored"],
)
def test_at_any_time_with_json(project: Path, tmp_path: Path, place: tuple[str, str, str]) -> None:
    """While the rules are loaded and compiled as well."""
    done = interrupted_at(project, tmp_path / "there", place, "audit", "big/only", "--json")
    assert done.code == 130, done
    if done.out:
        assert done.json["interrupted"] is True
        assert done.err == ""
    else:
        assert done.err in ("", "queensbench: interrupted before anything was found\n")


def test_while_games_are_played(project: Path) -> None:
    begun = ("play", "big/playing", "-i", "long", "--games", "100000000", "--max-steps", "100")
    code, out, seen = through_terminal(project, r"[\d,]{4,} of 100,000,000 games", *begun)
    assert code == 130
    assert "Traceback" not in seen
    head = re.match(r"big/playing long: ([\d,]+) random games\n", out)
    assert head is not None
    assert 0 < int(head[1].replace(",", "")) < 100_000_000
    assert out.splitlines()[-1] == LAST


def test_while_the_audit_plays(project: Path) -> None:
    code, out, seen = through_terminal(
        project, "playing 100,000,000 games", "audit", "big/playing", "--games", "100000000"
    )
    assert code == 130
    assert "Traceback" not in seen
    assert out.splitlines()[-1] == LAST
    assert re.search(r"^quick +holds +exhausted +tiny", out, re.MULTILINE)


def test_exploring_ends_with_what_was_seen(project: Path) -> None:
    code, out, seen = through_terminal(
        project, r"[\d,]{6,} states, level", "explore", "big/only", "-i", "huge"
    )
    assert code == 130
    assert "Traceback" not in seen
    assert out.startswith("big/only huge: stopped by Ctrl-C\n")


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {"pyproject.toml": "[tool.queensbench]\n", "model/filled.py": FILLED}
    return write(tmp_path_factory.mktemp("searched"), files)


def test_while_z3_searches_what_was_ruled_out_is_told(searched: Path) -> None:
    code, out, seen = through_terminal(
        searched, r"filled: ([4-9]|\d\d) choices", "search", "filled", "filled", "--choices", "90"
    )
    assert "Traceback" not in seen
    last = out.splitlines()[-1]
    assert (code, out.splitlines()[0]) == (130, "filled/only full: filled")
    assert re.fullmatch(r"unknown: stopped by Ctrl-C; none up to [1-9]\d? choices\.", last), out


def test_while_a_shortest_play_is_searched_one_line_says_so(searched: Path) -> None:
    code, out, seen = through_terminal(searched, "filled: ", "search", "filled", "filled", "--shortest")
    assert (code, out) == (130, "")
    assert "Traceback" not in seen
    assert seen.rstrip().endswith("queensbench: interrupted before anything was found")


LOST = """
import signal
import sys
import time
import weakref
import typer
from queensbench.rendering.screen import Screen

class Freed:
    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)
        print("freed")

class Other:
    pass

class Named:
    def __set_name__(self, owner: type, name: str) -> None:
        answer()

def answer() -> None:
    signal.raise_signal(signal.SIGINT)
    print("answered")

def call(where: str) -> None:
    if where == "freed":
        Freed()
    elif where == "finalized":
        weakref.finalize(Other(), answer)
    elif where == "named":
        type("Holder", (), {"of": Named()})
    else:
        module = {"__name__": where, "answer": answer}
        exec("def check(): answer()", module)
        module["check"]()

screen = Screen()
try:
    with screen.working(), screen.insisting():
        call(sys.argv[1])
        if sys.argv[2] == "progress":
            screen.progress("the next step")
        time.sleep(60)
        print("not reached")
except typer.Exit as end:
    print(end.exit_code)
"""


@pytest.mark.parametrize("then", ["progress", "nothing"])
@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("freed", "freed"),
        ("finalized", "answered"),
        ("named", "answered"),
        ("z3.z3core", "answered"),
        ("llvmlite.binding.executionengine", "answered"),
    ],
)
def test_an_interrupt_waits_where_it_would_be_lost(where: str, said: str, then: str) -> None:
    """Where an object is freed, where a class is made, and within a library's own code; then it comes at the next progress, or by itself."""
    done = subprocess.run(
        [sys.executable, "-c", LOST, where, then],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (0, f"{said}\n130\n")
    assert done.stderr == "queensbench: interrupted before anything was found\n"


def test_while_readings_are_compared(project: Path) -> None:
    code, out, seen = through_terminal(
        project,
        "middle: comparing readings",
        "audit",
        "big/comparing",
        "-i",
        "middle",
        "--budget",
        "4000000",
    )
    assert code == 130
    assert "Traceback" not in seen
    assert "middle    explore" in out
    assert out.splitlines()[-1] == LAST


def test_while_a_study_runs(project: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as err:
        process = start(project, "audit", "big/studying", "--json", stderr=err)
        done = interrupted(process, said(log, "studying\n"))
    assert (done.code, log.read_text(encoding="utf-8")) == (130, "studying\n")
    assert done.json["interrupted"] is True
    [ruleset] = done.json["rulesets"]
    assert [row["class"] for row in ruleset["properties"] if row["engine"] == "explore"] == ["exhausted"]
    assert [row["name"] for row in ruleset["rulings"]] == ["way"]
    assert ruleset["studies"] == []


def test_progress_is_shown_on_a_terminal_only(project: Path) -> None:
    done, seen = on_a_terminal(project, "audit", "counter", "-i", "small")
    assert done.returncode == 0
    # which of its stages are drawn depends on how long they take: the picture is drawn ten times a second
    assert re.search("counter/count small: (exploring|comparing readings|orders of moves|playing)", seen), (
        seen
    )
    assert "\x1b" not in done.stdout
