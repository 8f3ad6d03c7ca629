"""Ctrl-C and SIGTERM while an engine is tested: what was found is told, and nothing of the engine is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conformance.test_processes import alive
from tests.surfaces.projects import Done, start, write
from tests.surfaces.test_interrupt import LAST, PATIENCE, interrupted

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="programs are supervised on POSIX systems alone"
)

RESETS = 9
PLAYS = RESETS - 1
"""One play is played again, for what it excludes."""

#: it counts by the rules until a play that it does not begin
PROGRAM = f"""
import json, os, pathlib, sys, time
plays = {RESETS} if "mute" in sys.argv else 0
for line in sys.stdin:
    asked = json.loads(line)
    answer = {{}}
    if plays == {RESETS} and asked["ask"] in ("hello", "reset"):
        os.fork()
        pathlib.Path("asleep").touch()
        time.sleep(600)
    if asked["ask"] == "hello":
        answer = {{"name": "sleeper", "version": "1", "protocol": 1, "can": ["result"]}}
    elif asked["ask"] == "reset":
        plays, at, over = plays + 1, 0, False
    elif asked["ask"] == "do":
        at += asked["moves"][0]["move"] == "up"
        over = at == 3 or asked["moves"][0]["move"] == "stop"
    elif asked["ask"] == "result":
        answer = {{"over": over}}
    print(json.dumps({{"id": asked["id"], **answer}}), flush=True)
"""
OBJECT = f"""
import pathlib, time
import queensbench as qb

class Sleeper(qb.EngineAdapter):
    plays = 0

    def reset(self):
        if self.plays == {RESETS}:
            pathlib.Path("asleep").touch()
            time.sleep(600)
        self.plays += 1
        self.at, self.over = 0, False

    def do(self, moves):
        self.at += moves[0]["move"] == "up"
        self.over = self.at == 3 or moves[0]["move"] == "stop"

    def result(self):
        return {{"over": self.over}}
"""
AS = {
    "program": ("--", sys.executable, "-I", "-S", "sleeper.py"),
    "mute": ("--", sys.executable, "-I", "-S", "sleeper.py", "mute"),
    "object": ("--python", "robot:Sleeper"),
}
SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write(tmp_path_factory.mktemp("project"))
    return write(folder, {"sleeper.py": PROGRAM, "robot.py": OBJECT})


@pytest.fixture
def token(monkeypatch: pytest.MonkeyPatch) -> str:
    found = f"sleeper-{os.getpid()}-{time.monotonic_ns()}"
    monkeypatch.setenv("ROGUE_TOKEN", found)
    return found


def ended(project: Path, how: str, number: int, *options: str) -> Done:
    """A test that a signal ends when its engine does not answer."""
    mark = project / "asleep"
    mark.unlink(missing_ok=True)
    words = ("conform", "counter", "-i", "small", "--games", "50", "--seconds", "600", "--time", "600")
    return interrupted(start(project, *words, *options, *AS[how]), mark.exists, number)


@pytest.mark.parametrize("how", ["program", "object"])
@pytest.mark.parametrize("number", SIGNALS)
def test_what_was_found_is_told_and_nothing_is_left(project: Path, token: str, how: str, number: int) -> None:
    done = ended(project, how, number, "--save", "report.json", "--junit", "report.xml")
    lines = done.out.splitlines()
    assert (done.code, done.err) == (SIGNALS[signal.Signals(number)], "")
    assert lines[0] == f"counter/count (small): {'sleeper 1' if how == 'program' else 'Sleeper'}"
    sampled = next(line for line in lines if line.startswith("sampled: "))
    assert sampled.startswith(f"sampled: {PLAYS} plays, ")
    assert lines[-1] == LAST
    assert not (project / "report.json").exists()
    assert not (project / "report.xml").exists()
    assert alive(token) == []


def test_with_json_one_object_says_so(project: Path, token: str) -> None:
    done = ended(project, "program", signal.SIGTERM, "--json")
    assert (done.code, done.err) == (143, "")
    found = done.json
    assert (found["interrupted"], found["ended"], found["coverage"]["plays"]) == (True, "interrupted", PLAYS)
    assert sum(found["coverage"]["endings"].values()) == PLAYS
    assert alive(token) == []


def test_while_the_engine_starts_one_line_says_so(project: Path, token: str) -> None:
    done = ended(project, "mute", signal.SIGTERM)
    assert (done.code, done.out) == (143, "")
    assert done.err == "queensbench: interrupted before anything was found\n"
    assert alive(token) == []


def test_a_report_of_some_logs_is_told(project: Path) -> None:
    """The second of two games is never read to its end: the first one counts."""
    head = '{"log": 1, "mode": "counter/count", "name": "server", "instance": {"name": "small", "parameters": {}}}\n'
    game = head + '{"n": 1, "do": [{"move": "up"}]}\n{"n": 2, "do": [{"move": "up"}], "end": true}\n'
    (project / "games.jsonl").write_text(game * 2, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", CUT, "conform", "counter", "--logs", "games.jsonl", "--json"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    found = Done(done.returncode, done.stdout, done.stderr)
    assert (found.code, found.err) == (130, "")
    assert (found.json["ended"], found.json["coverage"]["plays"]) == ("interrupted", 1)


CUT = """
import signal, sys
from queensbench.conformance.inquiry import Inquiry
from queensbench.surfaces.command.app import main

whole = Inquiry.log

def log(self, logged, instance):
    if self.found.plays:
        signal.raise_signal(signal.SIGINT)
    whole(self, logged, instance)

Inquiry.log = log
sys.exit(main())
"""
