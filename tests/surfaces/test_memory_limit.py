"""The limit of memory: a command ends before it, prints what is finished, and says how much there was."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.surfaces.projects import Done, environment, run, start, write

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="memory in use is read from /proc"
)

STOPPED = re.compile(
    r"queensbench: stopped with ([\d.]+)M of memory in use, where 200M may be; "
    r"ask for a smaller instance or a smaller budget, or give more with --memory\n"
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("project"))


def alone(folder: Path, *arguments: str) -> Done:
    """The command in a process of its own, which uses no memory before it begins."""
    process = start(folder, *arguments)
    out, err = process.communicate(timeout=300)
    return Done(process.returncode, out, err)


def test_exploring_ends_with_what_was_seen(project: Path) -> None:
    done = alone(project, "explore", "big/only", "-i", "huge", "--memory", "200M")
    assert done.code == 3
    said = STOPPED.fullmatch(done.err)
    assert said is not None, done.err
    assert 175 <= float(said[1]) < 200
    assert re.match(r"big/only huge: stopped by its limit of memory\n[\d,]{7,} states", done.out)


def test_an_audit_prints_what_is_finished(project: Path) -> None:
    done = alone(project, "audit", "big/only", "--json", "--memory", "200M")
    assert STOPPED.fullmatch(done.err)
    assert (done.code, done.json["exit"], done.json["interrupted"]) == (3, 3, True)


def test_enough_is_enough(project: Path) -> None:
    done = run(project, "explore", "counter", "-i", "small", "--memory", "1G")
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("command", ["audit", "compare", "explore", "solve", "prove"])
def test_what_is_no_size_is_one_line(project: Path, command: str) -> None:
    more = ["none=any"] if command == "compare" else []
    done = run(project, command, "counter", *more, "--memory", "plenty")
    assert (done.code, done.out) == (2, "")
    assert done.err == "queensbench: 'plenty' is no size; give a number and a unit, such as 512M or 2G\n"


#: the ends that a limit of the system may bring: which one comes first is for the machine to choose
ENDS = {
    3: (
        r"big/only huge: stopped by the memory that the system gives\n[\d,]{7,} states[^|]*\|",
        r"big/only huge: stopped by its limit of memory\n[\d,]{7,} states[^|]*\|queensbench: stopped with \S+ of .*2G.*\n",
    ),
    2: (r"\|queensbench: the memory of this machine is not enough: \S+ of 2G are in use; .*\n",),
}


def test_a_limit_of_the_system_is_told_as_well(project: Path) -> None:
    """Of the address space, of which more is reserved than is used: what cannot be had is told."""
    limit = 2 << 30
    done = subprocess.run(
        [sys.executable, "-m", "queensbench", "explore", "big/only", "-i", "huge"],
        cwd=project,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    shown = f"{done.stdout}|{done.stderr}"
    assert any(re.fullmatch(end, shown) for end in ENDS[done.returncode]), (done.returncode, shown)
