"""Every command, ended by a signal at any moment: nothing of it goes on, nothing is a traceback, nothing stays."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from queensbench.surfaces.command.app import app
from tests.lifetimes import gone, python_began
from tests.surfaces.projects import FILES, environment, write

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="processes are looked for in /proc"
)

PATIENCE = 120
ENDS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -signal.SIGKILL}
SILENT = ["queensbench: interrupted before anything was found"]

COMMANDS: dict[str, tuple[str, ...]] = {
    "audit": ("audit", "counter", "race", "--json"),
    "rulings": ("rulings", "--json"),
    "clauses": ("clauses", "--json"),
    "search": ("search", "counter", "end", "--json"),
    "explore": ("explore", "big/only", "-i", "huge", "--json"),
    "prove": ("prove", "counter", "--json"),
    "confirm": ("confirm", "counter", "--json"),
    "compare": ("compare", "big/comparing", "way", "-i", "middle", "--json"),
    "diff": ("diff", ".", ".", "--json"),
    "play": ("play", "big/playing", "-i", "long", "--games", "100000", "--json"),
    "replay": ("replay", "none.itf.json"),
    "step": ("step", "snail-race"),
    "serve": ("serve", "counter", "--port", "0"),
    "check": ("check", "none.json"),
    "errata": ("errata", "counter", "--json"),
    "vacuous": ("vacuous", "counter", "--json"),
    "mutate": ("mutate", "counter", "--json"),
    "rests": ("rests", "counter", "--json"),
    "report": ("report", "made"),
    "solve": ("solve", "snail-race", "--json"),
    "export": ("export", "counter"),
    "umpire": ("umpire", "--json"),
    "quiet": ("quiet", "counter", "--json"),
    "advise": ("advise", "none.json", "--json"),
    "new": ("new", "made-anew"),
    "conform": ("conform", "counter", "--", "false"),
    "suite": ("suite", "counter"),
    "new-adapter": ("new-adapter", "counter", "adapter"),
    "seeds": ("seeds", "list"),
    "evidence": ("evidence", "list"),
    "trace": ("trace", "--json"),
}


def test_every_command_is_among_them() -> None:
    group = typer.main.get_command(app)
    assert set(COMMANDS) == set(group.commands)  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kept = {name: text for name, text in FILES.items() if "faulty" not in name}
    return write(tmp_path_factory.mktemp("killed"), kept)


def marked(mark: str) -> list[int]:
    """The processes that have a mark in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if mark.encode() in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def ended(project: Path, temporary: Path, name: str, number: signal.Signals, seconds: float) -> str:
    """What is wrong when a command gets a signal after so many seconds; empty if nothing is."""
    mark = uuid.uuid4().hex
    process = subprocess.Popen(
        [sys.executable, "-m", "queensbench", *COMMANDS[name]],
        cwd=project,
        env=environment(TMPDIR=str(temporary), QUEENSBENCH_MARK=mark),
        stdin=subprocess.PIPE if name == "step" else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        time.sleep(seconds)
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    return "; ".join(wrong(process.returncode, out, err, number, mark, temporary))


def wrong(code: int, out: str, err: str, number: signal.Signals, mark: str, temporary: Path) -> Iterator[str]:
    early = code == -number or python_began(code, out, err)
    if code not in (0, 1, 2, 3, ENDS[number], -number):
        yield f"exit code {code}"
    if "Traceback" in err and not early:
        yield f"a traceback: {err}"
    if code == ENDS[number] != -number:
        if [line for line in err.splitlines() if line not in SILENT]:
            yield f"it said {err!r}"
        if out.startswith("{\n") and not json.loads(out).get("interrupted"):
            yield f"JSON does not say so: {out[:300]}"
    if not gone(marked(mark)):
        yield f"processes are left: {marked(mark)}"
    left = [one.name for one in temporary.iterdir() if one.name.startswith("queensbench-")]
    if left and number != signal.SIGKILL:
        yield f"folders are left: {left}"


@pytest.mark.parametrize("number", ENDS)
@pytest.mark.parametrize("name", ["audit", "explore"])
def test_a_few_moments(project: Path, tmp_path: Path, name: str, number: signal.Signals) -> None:
    found = {after: ended(project, tmp_path, name, number, after) for after in (0.1, 0.5, 1.4)}
    assert {after: what for after, what in found.items() if what} == {}


@pytest.mark.slow
@pytest.mark.parametrize("number", ENDS)
def test_every_command_a_hundred_times(project: Path, tmp_path: Path, number: signal.Signals) -> None:
    chance = random.Random(f"{number}")
    names = list(COMMANDS) * (100 // len(COMMANDS) + 1)
    runs = [(name, chance.uniform(0.02, 3)) for name in names[:100]]
    found = [(name, after, ended(project, tmp_path, name, number, after)) for name, after in runs]
    assert [one for one in found if one[2]] == []
    assert {name for name, _, _ in found} == set(COMMANDS)


def test_the_next_command_removes_what_a_killed_one_has_left(project: Path, tmp_path: Path) -> None:
    holds = "from queensbench.readers import temporary\nwith temporary.folder() as made:\n    print(made, flush=True)\n    input()"
    env = environment(TMPDIR=str(tmp_path))
    process = subprocess.Popen(
        [sys.executable, "-c", holds], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    made = Path(process.stdout.readline().strip())
    process.kill()
    process.communicate()
    assert made.is_dir()
    subprocess.run(
        [sys.executable, "-m", "queensbench", "rulings", "counter"],
        cwd=project, env=env, stdout=subprocess.DEVNULL, check=True, timeout=PATIENCE,
    )  # fmt: skip
    assert list(tmp_path.iterdir()) == []
