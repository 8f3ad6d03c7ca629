"""Keyed sums: by whom something was kept.

A checksum tells damage, but whoever alters a file can alter its checksum as well.  A *keyed sum* (HMAC-SHA-256) can be
made and checked only by who has the key.  The key of a user is a file in the user's own folder, which nobody else may
read; it is made when it is first needed.  In a build the environment variable ``QUEENSBENCH_KEY`` holds one.  Where no
key can be kept, one is drawn for this command and its processes alone.

What this cannot see: somebody else who has the key, or who runs programs as this user.
"""

from __future__ import annotations

import hmac
import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cache
from hashlib import sha256
from pathlib import Path

from queensbench.errors import BadInput
from queensbench.files import own_folders
from queensbench.files.reading import Irregular, read_bytes, require_regular
from queensbench.files.writing import PRIVATE, create, make_folder

VARIABLE = "QUEENSBENCH_KEY"
OF_RUN = "_QUEENSBENCH_KEY_OF_RUN"
"""The variable by which the processes of a command that has no lasting key share one."""
ASKED = (VARIABLE, OF_RUN, *own_folders.SETTINGS, "HOME")
"""The variables that keys follow from."""
SHORTEST = 32
"""The fewest characters of a key."""
NAME = "key"
DIGITS = 16
"""The digits of the name by which a sum says whose it is."""


class Whose(Enum):
    """By whom a keyed sum was made, as far as can be told."""

    OWN = "own key"
    OTHER = "another key"
    NOBODY = "no key"
    FALSE = "false"
    """It names a key that is known, and was not made with it."""


@dataclass(frozen=True)
class Secret:
    """A key, and its name, which tells nothing of it."""

    key: bytes
    name: str


@dataclass(frozen=True)
class Ring:
    """The keys of this user.

    ``signing``: the key that new sums are made with; ``known``: the keys whose sums are believed, by name.  ``fault``:
    why no key could be kept, so that this one ends with the command; empty if it lasts.
    """

    signing: Secret
    known: dict[str, Secret]
    fault: str = ""


def ring() -> Ring:
    """The keys of this user: that of the variable, else that of the user's own folder, which is made if there is none.

    Where the variable has one, that of the folder is believed too, but not made.  Raises BadInput for a variable of
    fewer than :data:`SHORTEST` characters.
    """
    return _ring(*(os.environ.get(name, "") for name in ASKED))


@cache
def _ring(given: str, of_run: str, *homes: str) -> Ring:
    """The keys, by what the environment says of them, and (``homes``) of the place of the user's own folder."""
    settings, own, fault = own_folders.settings(), None, ""
    if given and len(given.strip()) < SHORTEST:
        raise BadInput(
            f"a key of {len(given.strip())} characters is too short",
            where=VARIABLE,
            remedy=f"give {SHORTEST} characters that nobody can guess, or unset it",
        )
    try:
        own = _own(settings, make=not given)
    except OSError as error:
        fault = f"{error.filename or settings}: {(error.strerror or str(error)).lower()}"
    if given:
        signing, fault = _secret(given), ""
    elif own is not None:
        signing = own
    else:
        fault = fault or "there is no home folder"
        signing = _secret(os.environ.setdefault(OF_RUN, of_run or os.urandom(32).hex()))
    return Ring(signing, {one.name: one for one in (signing, own) if one is not None}, fault)


def sum_of(use: bytes, data: bytes) -> tuple[str, str]:
    """The name of the signing key, and the keyed sum of data (64 hexadecimal digits).  Raises as :func:`ring`.

    ``use``: what the data are, so that a sum of one sort of file is none of another.
    """
    signing = ring().signing
    return signing.name, _sum(signing, use, data)


def whose(use: bytes, data: bytes, name: str | None, found: str) -> Whose:
    """By whom the keyed sum of data was made.  Raises as :func:`ring`.

    ``name``: the key's name, which stands beside the sum (None: there is no sum).  ``found``: the sum, or as many of
    its first digits as are kept.
    """
    if name is None:
        return Whose.NOBODY
    known = ring().known.get(name)
    if known is None:
        return Whose.OTHER
    same = hmac.compare_digest(_sum(known, use, data)[: len(found)].encode(), found.encode())
    return Whose.OWN if same else Whose.FALSE


def without_keys() -> dict[str, str]:
    """The environment for a program of somebody else's, which gets no key."""
    return {name: value for name, value in os.environ.items() if name not in (VARIABLE, OF_RUN)}


def _sum(secret: Secret, use: bytes, data: bytes) -> str:
    return hmac.digest(secret.key, use + b"\0" + data, "sha256").hex()


def _secret(text: str) -> Secret:
    key = sha256(b"queensbench key\0" + text.strip().encode(errors="surrogateescape")).digest()
    return Secret(key, hmac.digest(key, b"name", "sha256").hex()[:DIGITS])


def _own(settings: Path | None, *, make: bool) -> Secret | None:
    """The key in the user's own folder; None if there is none.  Raises OSError where it cannot be made or believed.

    ``make``: whether it is made if there is none.
    """
    if settings is None:
        return None
    path = settings / "queensbench" / NAME
    if make and not path.exists():
        make_folder(settings, mode=0o700)
        make_folder(path.parent, mode=0o700)
        _require_own_folder(path.parent)
        _made(path)
    try:
        _require_own_folder(path.parent)
        about = path.lstat()
    except FileNotFoundError:
        return None
    require_regular(about.st_mode, path)
    if fault := own_folders.others(about, stat.S_IRWXG | stat.S_IRWXO):
        raise Irregular(0, fault, str(path))
    text = read_bytes(path, links=False).decode("ascii", "replace").strip()
    if len(text) < SHORTEST:
        raise Irregular(0, "is no key", str(path))
    return _secret(text)


def _require_own_folder(path: Path) -> None:
    if not own_folders.is_own(path):
        raise Irregular(0, "is not a folder of your own, in which nobody else may write", str(path))


def _made(path: Path) -> None:
    """Make the key, whole or not at all; several commands that do so at once then have the same one."""
    part = path.with_name(f".{os.urandom(8).hex()}.part")
    create(part, f"{os.urandom(32).hex()}\n".encode(), rights=PRIVATE)
    try:
        with suppress(FileExistsError):
            os.link(part, path)  # a rename would take the place of another's key
    finally:
        part.unlink()


__all__ = [
    "NAME",
    "SHORTEST",
    "VARIABLE",
    "Ring",
    "Secret",
    "Whose",
    "ring",
    "sum_of",
    "whose",
    "without_keys",
]
