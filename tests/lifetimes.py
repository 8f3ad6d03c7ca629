"""Whether processes are there, for tests that end them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

SOON = 10.0
"""Seconds within which a process is gone, however busy the machine, that would work for ever if nobody ended it."""


def alive(number: int) -> bool:
    """Whether a process is there, and not only its entry, which nobody has taken."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{number}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:  # gone in between, or a system without such files
        return not Path("/proc/self/stat").exists()


def gone(numbers: Sequence[int], seconds: float = SOON) -> bool:
    """Whether processes are gone within so many seconds."""
    until = time.monotonic() + seconds
    while any(alive(number) for number in numbers):
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def python_began(code: int, out: str, err: str) -> bool:
    """Whether Ctrl-C came while Python itself began, before it had read a line of the toolkit: it tells so itself."""
    told = "KeyboardInterrupt" in err and "queensbench/" not in err
    return code in (1, -signal.SIGINT) and told and not out
