"""The memory of this process; nothing else is imported for it."""

from __future__ import annotations

import resource
import sys


def peak() -> int:
    """The greatest resident size, in bytes."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) * 1024
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
