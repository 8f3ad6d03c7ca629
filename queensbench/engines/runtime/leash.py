"""A process that Linux kills together with its parent, at any point of its work."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

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


__all__ = ["leash"]
