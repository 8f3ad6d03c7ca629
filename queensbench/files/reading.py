"""Reading what lies in a file, and only in a file.

A pipe in a file's place would keep its reader waiting for ever, and a device would never end.  So each file is opened
without waiting, looked at, and read only if it is a regular one.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

_KINDS = (
    (stat.S_ISFIFO, "it is a pipe, no file"),
    (stat.S_ISSOCK, "it is a socket, no file"),
    (stat.S_ISCHR, "it is a device, no file"),
    (stat.S_ISBLK, "it is a device, no file"),
    (stat.S_ISLNK, "it is a link, no file"),
)
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)
"""The flag by which the system opens no link; 0 where it has none."""


class Irregular(OSError):
    """Raised for what stands in a file's place and is none: a pipe, a socket, a device, a folder, a link."""


def require_regular(mode: int, path: str | os.PathLike[str]) -> None:
    """Raise Irregular where a mode, as ``os.stat`` gives it, is not that of a regular file."""
    if stat.S_ISDIR(mode):
        raise Irregular(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    for matches, fault in _KINDS:
        if matches(mode):
            raise Irregular(errno.EINVAL, fault, os.fspath(path))


def require_unlinked(root: Path, path: Path) -> None:
    """Raise Irregular where a folder below ``root``, on the way to ``path``, is a link: what lies behind is not below.

    ``path``: below ``root``; itself it may be anything.
    """
    for folder in path.parents:
        if folder == root:
            return
        if is_link(folder):
            raise Irregular(errno.ELOOP, "it is a link, no folder", os.fspath(folder))


def is_link(path: Path) -> bool:
    """Whether a path is a link, or what Windows has for one between folders."""
    junction = getattr(os.path, "isjunction", None)
    return path.is_symlink() or (junction is not None and bool(junction(path)))


def opened(path: str | os.PathLike[str], *, links: bool = True) -> BinaryIO:
    """A file, open to be read.  Raises OSError: Irregular if it is no file, FileNotFoundError if it is not there.

    ``links``: whether a link to a file will do; a link to nothing is Irregular in either case.
    """
    if not links and not NO_LINK:  # where the system cannot be told so
        with suppress(FileNotFoundError):
            require_regular(Path(path).lstat().st_mode, path)
    try:
        handle = os.open(path, _FLAGS | (0 if links else NO_LINK))
    except OSError as error:
        raise _told(path, error) from None
    try:
        require_regular(os.fstat(handle).st_mode, path)
    except OSError:
        os.close(handle)
        raise
    return os.fdopen(handle, "rb")


def read_bytes(path: str | os.PathLike[str], *, links: bool = True) -> bytes:
    """The bytes of a file.  Raises as :func:`opened`."""
    with opened(path, links=links) as file:
        return file.read()


def read_text(path: str | os.PathLike[str], *, links: bool = True) -> str:
    """The text of a file, lines ended by a line feed.  Raises as :func:`read_bytes`, and UnicodeDecodeError."""
    return read_bytes(path, links=links).decode().replace("\r\n", "\n").replace("\r", "\n")


def _told(path: str | os.PathLike[str], error: OSError) -> OSError:
    """The error of a file that could not be opened, by what stands there in its place."""
    if error.errno in (errno.ENOENT, errno.ELOOP, errno.ENXIO, errno.EMLINK, errno.EISDIR, errno.EACCES):
        try:
            mode = Path(path).lstat().st_mode
            if error.errno != errno.EACCES or stat.S_ISDIR(mode):  # Windows refuses a folder so
                require_regular(mode, path)
        except Irregular as irregular:
            return irregular
        except OSError:
            return error
    return error


__all__ = [
    "NO_LINK",
    "Irregular",
    "is_link",
    "opened",
    "read_bytes",
    "read_text",
    "require_regular",
    "require_unlinked",
]
