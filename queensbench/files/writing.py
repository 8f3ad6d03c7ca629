"""Writing a file so that it is there, whole, after a power cut: written, synced, renamed, and its folder synced.

Whatever the toolkit keeps goes through here.  What :func:`replace` writes appears under its name whole or not at all;
once a function has returned, the system has been told to put it on the disk, and has said that it did.

What this cannot do: a disk that says so too soon.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from queensbench.files.reading import NO_LINK, require_regular

PART = ".part"
"""The end of the name of a file that is being written."""
PRIVATE, PUBLIC = 0o600, 0o666
"""The rights of a new file, before the user's mask: its owner's alone, or what the mask leaves to others."""
MANY = 16
"""For more files than this, it takes less time to have the system write all that it still has to write."""
_UNABLE = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EBADF, errno.EROFS)
"""How a file system says that it cannot be asked to sync."""
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_MORE = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_APPEND
    | NO_LINK
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def make_folder(path: Path, *, mode: int = 0o777, lasting: bool = True) -> None:
    """Make a folder and those above it, where they are missing; ``lasting``: sync what is new.  Raises OSError."""
    missing, place = [], path
    while not place.exists():
        missing.append(place)
        place = place.parent
    if not missing and not path.is_dir():
        missing.append(path)  # the system says why not
    for folder in reversed(missing):
        folder.mkdir(mode=mode, exist_ok=True)
        if lasting:
            sync_folder(folder.parent)


def replace(path: Path, data: bytes, *, rights: int = PRIVATE, lasting: bool = True) -> None:
    """Write a file in place of the one of this name, whole or not at all; its folder is made.  Raises OSError.

    ``lasting``: whether it has to outlast a power cut; what can be made again at any time need not.
    """
    make_folder(path.parent, lasting=lasting)
    part = path.parent / f".{os.urandom(8).hex()}{PART}"
    try:
        _written(os.open(part, _NEW, rights), data, lasting=lasting)
        os.replace(part, path)  # noqa: PTH105 - by the name that the tests listen to
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    if lasting:
        sync_folder(path.parent)


def create(path: Path, data: bytes, *, rights: int = PRIVATE) -> None:
    """Write a new file; its folder is made.  Raises FileExistsError where something has its name, and OSError.

    What was begun is removed if writing fails, but not after a power cut.
    """
    make_folder(path.parent)
    handle = os.open(path, _NEW, rights)
    try:
        _written(handle, data, lasting=True)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise
    sync_folder(path.parent)


def append(path: Path, data: bytes, *, rights: int = PRIVATE) -> None:
    """Write behind what a file holds, by a single write if the system takes all at once; its folder is made.

    Raises OSError: Irregular for what is no file.
    """
    make_folder(path.parent)
    known = path.exists()
    handle = os.open(path, _MORE, rights)
    try:
        require_regular(os.fstat(handle).st_mode, path)
    except OSError:
        os.close(handle)
        raise
    _written(handle, data, lasting=True)
    if not known:
        sync_folder(path.parent)


def settle(paths: Sequence[Path]) -> None:
    """Have files outlast a power cut that were written just now without ``lasting``.  Raises OSError.

    For more than :data:`MANY`, Linux is asked once to write all that it still has to write, and returns when it has.
    """
    if len(paths) > MANY and sys.platform == "linux":
        os.sync()
        return
    for path in paths:
        handle = os.open(path, os.O_RDWR | getattr(os, "O_CLOEXEC", 0))
        try:
            _sync(handle)
        finally:
            os.close(handle)
    for folder in dict.fromkeys(path.parent for path in paths):
        sync_folder(folder)


def sync_folder(path: Path) -> None:
    """Have the names in a folder put on the disk, where the system can be asked for that.  Raises OSError."""
    if os.name == "nt":  # a folder cannot be opened there
        return
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    try:
        _sync(handle)
    finally:
        os.close(handle)


def _written(handle: int, data: bytes, *, lasting: bool) -> None:
    """Write to a file that is open, sync it, and close it in any case."""
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]
        if lasting:
            _sync(handle)
    finally:
        os.close(handle)


def _sync(handle: int) -> None:
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _UNABLE:
            raise


__all__ = ["PART", "PRIVATE", "PUBLIC", "append", "create", "make_folder", "replace", "settle", "sync_folder"]
