"""A run of the tests that a signal ends leaves no process behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.processes import environment, write

WAITS = """
import os, time
from pathlib import Path

def test_waits():
    Path(os.environ["PLACE"]).write_text(str(os.getpid()))
    while True:
        try:
            time.sleep(300)
        except BaseException:
            pass
"""


def lives(process: int) -> bool:
    """Whether a process is there, and has not only ended."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def until(true: object, seconds: float = 60) -> bool:
    """Whether something becomes true in time."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:  # type: ignore[operator]
        time.sleep(0.05)
    return bool(true())  # type: ignore[operator]


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="processes end with their parent on Linux alone"
)
def test_processes_that_share_the_tests_end_with_the_first(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"conftest.py": "from tests.conftest import *\n", "test_waits.py": WAITS, "pytest.ini": "[pytest]\n"},
    )
    place = tmp_path / "process"
    left_out = [name for name in os.environ if name.startswith("PYTEST_")]
    first = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-n", "1", "test_waits.py"],
        cwd=tmp_path,
        env=environment(*left_out, PLACE=str(place)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert until(lambda: place.exists() and place.read_text())
        other = int(place.read_text())
        assert other != first.pid
        assert lives(other)
    finally:
        first.kill()
        first.wait()
    assert until(lambda: not lives(other), 10)
