"""A command in a fork says and does what it says and does in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import forks
from tests.processes import environment
from tests.surfaces.projects import write

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks are made on Linux only")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("project"))


@pytest.mark.parametrize(
    ("words", "code"),
    [(("rulings", "counter"), 0), (("explore", "none"), 2), (("--help",), 0), (("step", "race"), 0)],
)
def test_it_says_the_same_and_ends_the_same(project: Path, words: tuple[str, ...], code: int) -> None:
    arguments = ("-m", "queensbench", *words)
    env = environment(COLUMNS="64")
    assert forks.fit(arguments, env)
    forked = forks.run(project, arguments, env, 120)
    alone = subprocess.run(
        [sys.executable, *arguments], cwd=project, env=env, capture_output=True, text=True, check=False
    )
    assert (forked.returncode, forked.stdout, forked.stderr) == (code, alone.stdout, alone.stderr)
    assert forked.args == alone.args


def test_nothing_of_one_is_left_for_the_next(project: Path, tmp_path: Path) -> None:
    arguments = ("-m", "queensbench", "rulings", "counter")
    wide, narrow = environment(COLUMNS="100"), environment(COLUMNS="40")
    first = forks.run(project, arguments, wide, 120)
    other = forks.run(tmp_path, arguments, wide, 120)
    assert (other.returncode, other.stdout) == (2, "")
    assert other.stderr.startswith("queensbench: no ruleset is called counter; choose of queen-is-dead, ")
    assert forks.run(project, arguments, narrow, 120).stdout != first.stdout
    assert forks.run(project, arguments, wide, 120).stdout == first.stdout


def test_code_has_a_main_module_arguments_and_what_it_reads(tmp_path: Path) -> None:
    code = (
        "import os, sys; me = __name__; print(me, sys.modules[me].me, sys.argv, sys.path[0], os.getcwd()); "
    )
    code += "print(sys.stdin.read().upper(), file=sys.stderr); sys.exit(7)"
    arguments = ("-c", code, "one")
    assert forks.fit(arguments, environment(), code=True)
    done = forks.run(tmp_path, arguments, environment(), 120, "two")
    assert (done.returncode, done.stderr) == (7, "TWO\n")
    assert done.stdout == f"__main__ __main__ ['-c', 'one']  {tmp_path}\n"


def test_one_that_takes_too_long_is_ended(project: Path) -> None:
    arguments = ("-m", "queensbench", "play", "big/playing", "-i", "long", "--games", "100000000")
    with pytest.raises(subprocess.TimeoutExpired):
        forks.run(project, arguments, environment(), 0.5)


def test_what_is_read_when_python_starts_and_other_modules_need_processes_of_their_own() -> None:
    env = environment()
    assert forks.fit(("-m", "queensbench", "audit"), env)
    assert forks.fit(("-m", "queensbench", "audit"), {**env, "COLUMNS": "40", "QUEENSBENCH_STORE": "on"})
    assert not forks.fit(("-m", "queensbench", "audit"), {**env, "PYTHONHASHSEED": "1"})
    assert not forks.fit(("-m", "queensbench", "audit"), {**env, "PYTHONPATH": os.sep})
    assert not forks.fit(("-m", "queensbench", "audit"), {k: v for k, v in env.items() if k != "PYTHONPATH"})
    assert not forks.fit(("-c", "pass"), env)
    assert not forks.fit(("-m", "tests.torture"), env)
    assert not forks.fit(("-S", "-m", "queensbench"), env)
