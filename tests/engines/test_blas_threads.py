"""A command allows numpy's linear algebra one thread; whoever sets a number keeps it, and other people's programs see none of it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from queensbench.engines.runtime import blas_threads
from queensbench.engines.runtime.blas_threads import VARIABLE
from tests.processes import environment

ENTRY = """
import atexit, os, sys

def told():
    from queensbench.engines.runtime.blas_threads import VARIABLE, as_called
    print(os.environ[VARIABLE], as_called(os.environ).get(VARIABLE))

atexit.register(told)
sys.argv = ["queensbench", "--version"]
from queensbench.__main__ import main
sys.exit(main())
"""
"""The command, which at its end says what is in its environment, and what other people's programs get."""


def entered(**more: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", ENTRY],
        env=environment(VARIABLE, **more),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()[1:]


def test_a_command_allows_one_thread_and_programs_of_others_are_told_nothing() -> None:
    assert entered() == ["1 None"]


def test_a_number_that_is_given_is_kept_and_handed_on() -> None:
    assert entered(**{VARIABLE: "2"}) == ["2 2"]


def test_a_script_is_left_alone() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import os, queensbench, queensbench.api.session; print(os.environ.get('{VARIABLE}'))",
        ],
        env=environment(VARIABLE),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "None\n"


def test_what_was_there_before_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blas_threads, "_ours", False)
    monkeypatch.setenv(VARIABLE, "3")
    blas_threads.one()
    assert (os.environ[VARIABLE], blas_threads.as_called({VARIABLE: "3", "A": "b"})) == (
        "3",
        {VARIABLE: "3", "A": "b"},
    )
