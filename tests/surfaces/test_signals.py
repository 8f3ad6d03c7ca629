"""SIGTERM and SIGHUP are as Ctrl-C, nothing is said before a command has begun, and closed streams are as closed pipes."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.surfaces.projects import Done, environment, start, write
from tests.surfaces.test_interrupt import FILLED, LAST, PATIENCE, interrupted, said, through_terminal

pytestmark = pytest.mark.skipif(os.name != "posix", reason="these signals are not sent elsewhere")

ENDS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {"pyproject.toml": "[tool.queensbench]\n", "model/filled.py": FILLED}
    return write(write(tmp_path_factory.mktemp("project")), files)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_what_was_finished_is_printed(project: Path, number: signal.Signals) -> None:
    code, out, seen = through_terminal(
        project, r"[\d,]{6,} states, level", "audit", "big/only", number=number
    )
    assert code == ENDS[number]
    assert "Traceback" not in seen
    assert [line.split()[:2] for line in out.splitlines() if line.startswith("tiny")] == [["tiny", "explore"]]
    assert f"; stopped by {number.name}" in out
    assert out.splitlines()[-1] == LAST


def test_with_json_one_object_says_so(project: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as err:
        process = start(project, "audit", "big/studying", "--json", stderr=err)
        done = interrupted(process, said(log, "studying\n"), signal.SIGTERM)
    assert (done.code, done.json["exit"], done.json["interrupted"]) == (143, 143, True)
    # those of provers are there as well, where these were quicker than the signal
    rows = done.json["rulesets"][0]["properties"]
    assert [row["class"] for row in rows if row["engine"] == "explore"] == ["exhausted"]


def test_while_z3_searches(project: Path) -> None:
    code, out, seen = through_terminal(
        project, r"filled: ([4-9]|\d\d) choices", "search", "filled", "filled", "--choices", "90",
        number=signal.SIGTERM,
    )  # fmt: skip
    assert "Traceback" not in seen
    last = out.splitlines()[-1]
    assert code == 143
    assert re.fullmatch(r"unknown: stopped by SIGTERM; none up to [1-9]\d? choices\.", last), out


@pytest.mark.parametrize("number", ENDS)
@pytest.mark.parametrize("module", ["queensbench", "typer", "queensbench.project.projects", "llvmlite"])
def test_while_python_imports_there_is_silence(
    project: Path, tmp_path: Path, number: int, module: str
) -> None:
    """The signal comes when a module has been imported; the first one is the package itself, before its entry runs.

    No machine code is kept, so that the command has something to do after its last import.
    """
    process = subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "queensbench", "explore", "counter", "-i", "small"],
        cwd=project,
        env=environment(QUEENSBENCH_CODE=str(tmp_path), XDG_CACHE_HOME=str(tmp_path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert process.stderr is not None
    told = []
    # of the package itself Python tells before the entry listens; of `os` no more is imported than listening needs
    for line in process.stderr:
        told.append(line)
        if line.split("|")[-1].strip() == module:
            break
    process.send_signal(number)
    out, rest = process.communicate(timeout=PATIENCE)
    left = [line for line in (*told, *rest.splitlines()) if not line.startswith("import time:")]
    if module == "queensbench" and process.returncode == -number:
        return  # Python had not come to the entry
    assert (process.returncode, out) == (ENDS[signal.Signals(number)], "")
    assert left in ([], ["queensbench: interrupted before anything was found"])


def test_the_entry_listens_before_it_imports_anything_else() -> None:
    """Python's own `signal` would take two thousandths of a second, in which nobody listens."""
    text = (
        "import sys; before = set(sys.modules); from queensbench.__main__ import listen; listen();"
        "print(sorted(set(sys.modules) - before)); import _signal; print(_signal.getsignal(_signal.SIGINT).__name__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", text],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert done.stdout == "['queensbench', 'queensbench.__main__']\nleave_at_once\n"


def closed(project: Path, how: str, *arguments: str) -> Done:
    """A command started by a shell that closes streams for it."""
    words = shlex.join([sys.executable, "-m", "queensbench", *arguments])
    done = subprocess.run(
        ["sh", "-c", f"{words} {how}; echo $? >code"],
        cwd=project,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    return Done(int((project / "code").read_text()), done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("how", "arguments", "code", "out", "err"),
    [
        (">&-", ("rulings", "counter"), 141, "", ""),
        (">&-", ("--version",), 141, "", ""),
        (">&-", ("--help",), 141, "", ""),
        (">&-", ("explore", "counter", "-i", "small", "--json"), 141, "", ""),
        (">&-", ("rulings", "none"), 2, "", "queensbench: no ruleset is called none"),
        ("2>&-", ("rulings", "none"), 2, "", ""),
        ("2>&-", ("rulings", "counter"), 0, "2 rulings", ""),
        ("2>&-", ("explore", "counter", "-i", "small"), 0, "counter/count small", ""),
        ("<&- >&- 2>&-", ("rulings", "counter"), 141, "", ""),
        ("<&- >&- 2>&-", ("audit", "none"), 2, "", ""),
        ("<&-", ("step", "race"), 0, '{"', ""),
        ("2>/dev/full", ("audit", "none"), 2, "", ""),
    ],
)
def test_closed_streams_are_as_closed_pipes(
    project: Path, how: str, arguments: tuple[str, ...], code: int, out: str, err: str
) -> None:
    done = closed(project, how, *arguments)
    assert (done.code, done.out[: len(out)], done.err[: len(err)]) == (code, out, err)
    assert bool(done.out) == bool(out)
    assert bool(done.err) == bool(err)


def ignore() -> None:
    """Ignore the signals in a process that is about to become a command."""
    for number in ENDS:
        signal.signal(number, signal.SIG_IGN)


def test_a_signal_that_is_ignored_stays_so(project: Path) -> None:
    """Before the command says anything, while it waits, and when it has answered."""
    process = start(project, "step", "race", stdin=subprocess.PIPE, preexec_fn=ignore)
    assert process.stdin is not None
    assert process.stdout is not None
    said = []
    try:
        for request in ('{"moves": true}', '{"deciders": true}', ""):
            for number in ENDS:
                process.send_signal(number)
            said.append(process.stdout.readline())
            process.stdin.write(request + "\n")
            process.stdin.flush()
        for number in ENDS:
            process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert said[0].startswith('{"queensbench"')
    assert said[1:] == ['{"ok": true, "moves": []}\n', '{"ok": true, "deciders": []}\n']
    assert (process.returncode, err) == (0, "")
    assert out == ""


def test_ctrl_c_within_a_text_that_is_run_leaves_the_exit_code(tmp_path: Path) -> None:
    """Dataclasses are made of such texts: `python -m` remembers Ctrl-C there, and would end by SIGINT at last."""
    lines = [
        "import sys",
        "from queensbench.__main__ import leave",
        "try:",
        "    exec('raise KeyboardInterrupt')",
        "except KeyboardInterrupt:",
        "    sys.exit(leave(143))",
    ]
    (tmp_path / "answered.py").write_text("\n".join(lines) + "\n")
    ran = subprocess.run([sys.executable, "-m", "answered"], cwd=tmp_path, capture_output=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (143, b"", b"")


@pytest.mark.parametrize("exit_code", [0, 130])
def test_temporary_folders_that_a_thread_makes_meanwhile_do_not_disturb_the_end(exit_code: int) -> None:
    """Python notes them in a dictionary, and goes through that at exit: of many, for long enough to be disturbed."""
    script = "\n".join(
        (
            "import sys, threading, weakref",
            "from queensbench.__main__ import leave",
            "class Folder: pass",
            "many = [Folder() for _ in range(3_000)]",
            "for one in many:",
            "    weakref.finalize(one, sys.stdout.write, 'x')",
            "def work():",
            "    while True:",
            "        weakref.finalize(Folder(), int).detach()",
            "sys.setswitchinterval(1e-6)",
            "threading.Thread(target=work, daemon=True).start()",
            f"leave({exit_code})",
        )
    )
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert (done.returncode, done.stdout, done.stderr) == (exit_code, "x" * 3_000, "")
