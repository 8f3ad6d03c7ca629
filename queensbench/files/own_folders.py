"""The folders of this user on this system, and whether a folder or file is this user's alone."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

SETTINGS = ("APPDATA", "XDG_CONFIG_HOME")
"""The variables that name the folder for settings, on Windows and elsewhere."""


def caches() -> Path | None:
    """The folder for caches; None where there is no home."""
    return _folder("LOCALAPPDATA", "XDG_CACHE_HOME", "Library/Caches", ".cache")


def settings() -> Path | None:
    """The folder for what a program keeps for good; None where there is no home."""
    return _folder(*SETTINGS, "Library/Application Support", ".config")


def _folder(windows: str, variable: str, mac: str, other: str) -> Path | None:
    given = Path(os.environ.get(windows if sys.platform == "win32" else variable, ""))
    if given.is_absolute():
        return given
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if not home.is_absolute():
        return None
    return home / (mac if sys.platform == "darwin" else other)


def is_own(place: Path) -> bool:
    """Whether a folder is this user's own: no link, and nobody else may write there.  Raises OSError."""
    about = place.lstat()
    return stat.S_ISDIR(about.st_mode) and not others(about, stat.S_IWGRP | stat.S_IWOTH)


def others(about: os.stat_result, rights: int) -> str:
    """The fault of a path that belongs to another user, or gives others some of these rights; else an empty text."""
    if not hasattr(os, "getuid"):  # on Windows nobody else may write in a user's own folders
        return ""
    if about.st_uid != os.getuid():
        return "belongs to another user"
    if about.st_mode & rights:
        return "is open to other users"
    return ""


__all__ = ["SETTINGS", "caches", "is_own", "others", "settings"]
