"""The folder in the user's own cache in which machine code is kept: where it is, and how large it may become.

Machine code from a folder that another user could write would be that user's.  So a folder is used only if it is the
user's own and no link, and nobody else may write there; a missing one is made so.  The same is asked of a folder that
the environment variable ``QUEENSBENCH_CODE`` names.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

from queensbench.errors import BadInput
from queensbench.files.own_folders import caches as base
from queensbench.files.own_folders import is_own
from queensbench.files.writing import make_folder

MOST = 1 << 30
"""So many bytes are kept at the most; what was used last stays."""
PART = 4
"""Where there is more, files go until one part in so many of :data:`MOST` is free."""
EACH = 64
"""A process keeps so many files before it looks again how many bytes there are."""

_written = count()


def folder() -> Path | None:
    """The folder, made if there is none; None where nothing may be kept."""
    above = base()
    return None if above is None else _usable(above / "queensbench-code")


@cache
def _usable(place: Path) -> Path | None:
    with suppress(OSError):
        make_folder(place.parent, mode=0o700, lasting=False)
        make_folder(place, mode=0o700, lasting=False)
        if is_own(place) and os.access(place, os.W_OK):
            return place
    return None


@cache
def named(place: Path, variable: str) -> Path | None:
    """A folder that a variable names, made if there is none; None where it cannot be.

    Raises BadInput for one that is not the user's own.
    """
    with suppress(OSError):
        make_folder(place, mode=0o700, lasting=False)
        if is_own(place):
            return place
        raise BadInput(
            "machine code is run, and in this folder others can write: it is not yours alone, or a link",
            where=f"{variable}: {place}",
            remedy=f"name a folder of your own (chmod go-w), or set {variable}=off",
        )
    return None


def trim(place: Path) -> None:
    """Remove what was not used for longest where more than :data:`MOST` bytes are kept; one call in :data:`EACH` looks.

    Raises OSError where the folder cannot be read.
    """
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


__all__ = ["EACH", "MOST", "base", "folder", "is_own", "named", "trim"]
