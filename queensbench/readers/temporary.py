"""Temporary folders: each is named for the process that owns it, so that what a killed one leaves is found and removed.

A name holds the process, when it began, and the machine and container where such numbers mean anything.  A folder is
left behind where its process was killed, or the machine went down.  The next command removes it.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

PREFIX = "queensbench-"
PROC = Path("/proc")
NAME = re.compile(PREFIX + r"([0-9a-f]{8})-([0-9]{1,10})-([0-9]{1,20})-\w+")


@contextmanager
def folder() -> Iterator[Path]:
    """A folder of this process and this user alone for a ``with`` block, which removes it.  Raises OSError."""
    own = os.getpid()
    prefix = f"{PREFIX}{_where()}-{own}-{began(own) or 0}-"
    with tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as made:
        yield Path(made)


def sweep() -> None:
    """Remove the folders of processes of this user that have ended."""
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            owner = NAME.fullmatch(entry.name)
            if owner is None or owner[1] != _where() or not _own(entry.path):
                continue
            if _gone(int(owner[2]), int(owner[3])):
                shutil.rmtree(entry.path, ignore_errors=True)


def began(process: int) -> int | None:
    """When a process began, in ticks since the machine did; None if there is none, or the system does not say."""
    with suppress(OSError, ValueError, IndexError):
        text = (PROC / str(process) / "stat").read_bytes()
        return int(text.rpartition(b")")[2].split()[19])
    return None


def _gone(process: int, begun: int) -> bool:
    """Whether a process has ended; another one may have its number by now."""
    if sys.platform.startswith("linux") and begun:
        return began(process) != begun
    if sys.platform == "win32":  # asking there would end it
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def _own(path: str) -> bool:
    """Whether this is a folder of this user, and no link."""
    try:
        about = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISDIR(about.st_mode) and (not hasattr(os, "getuid") or about.st_uid == os.getuid())


@cache
def _where() -> str:
    """The machine and the container, in whose numbers processes are counted, in eight letters."""
    said = ""
    for name in ("/etc/machine-id", "/proc/sys/kernel/hostname"):
        with suppress(OSError):
            said += Path(name).read_text("ascii", "replace")
    with suppress(OSError, AttributeError):
        said += str((PROC / "self" / "ns" / "pid").readlink())
    return hashlib.sha256(said.encode()).hexdigest()[:8]


__all__ = ["folder", "sweep"]
