"""The folder in the user's own cache in which machine code is kept: where it is, and how large it may become.

Machine code from a folder that another user could write would be that user's.  So the folder is used only if it is the
user's, no link, and nobody else may write there; it is made so.  The environment variable ``QUEENSBENCH_CODE`` names
another folder, for which its user answers.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

MOST = 1 << 30
"""So many bytes are kept at the most; what was used last stays."""
PART = 4
"""Where there is more, a part of it goes."""
EACH = 64
"""So many files of a process are kept before it looks again how many bytes there are."""

_written = count()


def base() -> Path | None:
    """The folder for caches of this user on this system; None where there is no home."""
    given = Path(os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", ""))
    if given.is_absolute():
        return given
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if not home.is_absolute():
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def folder() -> Path | None:
    """The folder, made if there is none; None where nothing may be kept."""
    above = base()
    return None if above is None else _usable(above / "queensbench-code")


@cache
def _usable(place: Path) -> Path | None:
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        place.mkdir(exist_ok=True, mode=0o700)
        if is_own(place) and os.access(place, os.W_OK):
            return place
    return None


def is_own(place: Path) -> bool:
    """Whether a folder is this user's own: no link, and nobody else may write there."""
    about = place.lstat()
    if not stat.S_ISDIR(about.st_mode):
        return False
    if not hasattr(os, "getuid"):  # on Windows nobody else may write in a user's own folders
        return True
    return about.st_uid == os.getuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def trim(place: Path) -> None:
    """Remove what was not used for longest where more than :data:`MOST` bytes are kept; looks now and then."""
    if next(_written) % EACH == 0:
        kept = sorted(_files(place), reverse=True)
        room = MOST if sum(size for _, size, _ in kept) <= MOST else MOST - MOST // PART
        for _, size, path in kept:
            room -= size
            if room < 0:
                with suppress(OSError):
                    path.unlink()


def _files(place: Path) -> list[tuple[float, int, Path]]:
    """When each file was used last, its size and where it is."""
    found = []
    with os.scandir(place) as entries:
        for entry in entries:
            with suppress(OSError):  # another process has removed it
                about = entry.stat(follow_symlinks=False)
                found.append((about.st_mtime, about.st_size, Path(entry.path)))
    return found
