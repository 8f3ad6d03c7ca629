"""A process that Linux kills together with its parent, at any point of its work.

``python leash.py NUMBER COMMAND...``: runs a command so, if NUMBER is still its parent.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

SET_PDEATHSIG = 1
"""The number of ``PR_SET_PDEATHSIG``, see prctl(2)."""


def leash(parent: int) -> bool:
    """Have Linux kill this process when the thread that has started it ends; False elsewhere.

    ``parent``: the number of that thread's process; if it has gone already, this one ends at once.
    """
    if not sys.platform.startswith("linux"):
        return False
    if ctypes.CDLL(None).prctl(SET_PDEATHSIG, int(signal.SIGKILL)) != 0:
        return False
    if os.getppid() != parent:
        os._exit(1)
    return True


def leashed(command: Sequence[str]) -> list[str]:
    """A command that ends together with the thread that starts it, on Linux; the same command elsewhere."""
    if not sys.platform.startswith("linux"):
        return list(command)
    return [sys.executable, "-I", "-S", "-B", __file__, str(os.getpid()), *command]


def main(parent: int, command: Sequence[str]) -> None:
    """Become a command that ends together with the parent.  Raises OSError if it cannot be run."""
    leash(parent)
    os.execvp(command[0], list(command))  # noqa: S606 - the command as it was given


__all__ = ["leash", "leashed"]

if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
