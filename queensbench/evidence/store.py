"""The store: every verdict one file with a checksum, written whole or not at all.

A verdict's file is named by the digest of its key (:mod:`queensbench.evidence.keys`), so that audits that run
at once cannot disagree about it and need no lock: whoever is later replaces a file by one that says the same.
A file that is damaged is set aside under another name and told of; its verdict is computed anew.  Where
nothing can be written, one line says so, and the run goes on without keeping anything.

What the store cannot see: whether the verdict was right.  It gives back what an engine has said of this key.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from queensbench.errors import BadInput
from queensbench.evidence.checked_lines import contents, line_of
from queensbench.evidence.keys import TOOLKIT, Key
from queensbench.readers.native import own_cache

SCHEMA = 2
"""The form of keys and files.  What has another stays as it is, and is asked anew."""
FORM = "form"
"""The file that says which form the files of a store have."""
VARIABLE = "QUEENSBENCH_STORE"
OFF = "off"
DAMAGED = ".damaged"
DIGESTS = "digests"
"""A folder beside those of verdicts: the digests that their keys are made of."""
CONFIRMED, MUTANTS, PROVED = "confirmed", "mutants", "proved"
"""Folders beside those of verdicts: records of longer runs, a line for each goal or mutant."""
FILE = re.compile(rb'\{"checksum":"([0-9a-f]{64})","content":(.*)\}\n', re.DOTALL)
LEFT_OVER = 3600
"""Seconds after which a file that was never finished belongs to a process that is gone."""

T = TypeVar("T")


class Damaged(Exception):
    """Raised for a damaged file of the store, with the reason."""


class OtherForm(Damaged):
    """Raised for a whole file that another version of the toolkit has written: no verdict of this one's."""


@dataclass(frozen=True)
class Verdict:
    """A stored verdict: its key, the time when it was made, its payload.

    ``text``: where the payload tells of places in files, the digest of the text that they are places of.
    """

    key: Key
    made: str
    payload: Any
    text: str = ""


# ------------------------------------------------------------------------------------------- where it lives


def place(root: Path, chosen: str | None = None) -> Path | None:
    """The folder of a project's store; None for ``off``.

    ``chosen`` (else the environment variable) names it.  Otherwise it is ``.queensbench/evidence`` in the
    project; for the bundled project, and for one that is not ours to write, it is in the user's cache folder.
    """
    named = chosen if chosen is not None else os.environ.get(VARIABLE, "")
    if named == OFF:
        return None
    if named:
        return Path(named).absolute()
    own = root / ".queensbench"
    if own.is_dir() or (os.access(root, os.W_OK) and root != TOOLKIT / "_bundled"):
        return own / "evidence"
    return (own_cache.base() or Path(tempfile.gettempdir())) / "queensbench" / "evidence"


# ------------------------------------------------------------------------------------------------ one file


PLACE = re.compile(r"\.py(?::\d|\b.{0,9}\bline\b)")
"""A place in a file, in the JSON of a payload."""


def tells_places(payload: Any) -> bool:
    """Whether a payload tells of lines of files, which move when a comment above them does."""
    return bool(PLACE.search(json.dumps(payload)))


def written(key: Key, payload: Any, made: str, text_digest: str = "") -> str:
    """The text of a verdict's file."""
    content = {"schema": SCHEMA, "key": dict(key.parts), "made": made, "payload": payload}
    if text_digest:
        content["text"] = text_digest
    # not sorted: the order of a payload is the order in which it is printed
    text = json.dumps(content, separators=(",", ":"), allow_nan=False)
    return f'{{"checksum":"{hashlib.sha256(text.encode()).hexdigest()}","content":{text}}}\n'


def understood(text: bytes, digest: str) -> Verdict:
    """The verdict in a file's text.  Raises Damaged if it is not, whole, the one of this digest.

    Raises OtherForm if another version has written it.
    """
    whole = FILE.fullmatch(text)
    if whole is None:
        raise Damaged("it is no verdict")
    if hashlib.sha256(whole[2]).hexdigest() != whole[1].decode():
        raise Damaged("its checksum does not match")
    try:
        content = json.loads(whole[2])
        if content["schema"] != SCHEMA:
            raise OtherForm(str(content["schema"]))
        key = Key.of(content["key"])
        found = Verdict(key, str(content["made"]), content["payload"], str(content.get("text", "")))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Damaged("it is no verdict") from None
    if key.digest != digest:
        raise Damaged("it is the verdict of another key")
    return found


# ----------------------------------------------------------------------------------------------- the store


class Store:
    """Verdicts by key, in a folder.

    ``fresh``: nothing is read, everything is written anew.  ``warn`` gets one line for each damaged file, and
    one when the store can no longer be written or read.  ``written``: something has been stored.
    """

    def __init__(
        self, folder: Path, *, fresh: bool = False, warn: Callable[[str], None] = lambda text: None
    ) -> None:
        self.folder = folder
        self.fresh = fresh
        self.warn = warn
        self.readable = True
        self.writable = True
        self.written = False

    def file(self, key: Key) -> Path:
        """The file of a key's verdict."""
        return self.folder / key.digest[:2] / f"{key.digest}.json"

    def get(self, key: Key, decode: Callable[[Any], T], *, text: Callable[[], str] = str) -> T | None:
        """The stored payload of a key, decoded; None if there is none.

        A file that is damaged, or that ``decode`` cannot take, is set aside.  ``text``: the digest of the text today;
        a payload that tells of places in another text is none.
        """
        if self.fresh or not self.readable:
            return None
        path = self.file(key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            self.readable = self.writable = False
            self.warn(f"{_reason(path, error)}: the audit goes on without the store")
            return None
        try:
            found = understood(data, key.digest)
            if found.text and found.text != text():
                return None
            try:
                return decode(found.payload)
            except (LookupError, TypeError, ValueError, AttributeError):
                raise Damaged("it cannot be read back") from None
        except OtherForm:
            return None
        except Damaged as fault:
            aside = self.set_aside(path, data)
            where = f"set aside as {aside.name}" if aside is not None else "left where it is"
            self.warn(f"{path} is damaged: {fault}; {where}, and computed anew")
            return None

    def put(self, key: Key, payload: Any, *, text: Callable[[], str] = str) -> bool:
        """Store a payload (JSON; mappings with texts as keys); whether that was possible.

        ``text``: the digest of the text of the rules, which is kept with a payload that tells of places in it.
        """
        if not self.writable:
            return False
        made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        try:
            told = text() if tells_places(payload) else ""
            self._write(self.file(key), written(key, payload, made, told))
        except OSError as error:
            self.writable = False
            self.warn(f"{_reason(self.folder, error)}: the audit goes on, and its verdicts are not stored")
            return False
        self.written = True
        return True

    def _write(self, path: Path, text: str) -> None:
        """Write a file whole or not at all: under another name first, which then takes its place."""
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            note = self.folder / ".gitignore"
            if not note.exists():
                note.write_text("*\n", encoding="ascii")
                (self.folder / FORM).write_text(f"{SCHEMA}\n", encoding="ascii")
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(text)
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise

    def set_aside(self, path: Path, text: bytes) -> Path | None:
        """Rename a damaged file of this text; its new name, or None if that cannot be (or it is mended)."""
        aside = path.with_name(path.name + DAMAGED)
        try:
            if path.read_bytes() != text:
                return None  # another audit has written it anew
            path.replace(aside)
        except OSError:
            return None
        return aside

    # ------------------------------------------------------------------------------------------ the whole

    def take_over(self) -> None:
        """Say so in one line where the files are those of another version of the toolkit, which stay as they are."""
        note = self.folder / FORM
        try:
            form = note.read_text("utf-8", "replace").strip() if note.exists() else ""
            if form == str(SCHEMA) or not self.folder.is_dir():
                return
            if form or self._folders():
                self.warn(
                    f"{self.folder}: another version of Queensbench has stored verdicts here; they stay, and are "
                    "computed anew (`queensbench evidence clear` removes them)"
                )
            self._write(note, f"{SCHEMA}\n")
        except OSError:
            return  # whoever reads or writes next says why

    def sweep(self) -> None:
        """Remove what was never finished, once it is so old that the process that wrote it is gone."""
        todo = [str(self.folder)]
        while todo:
            with suppress(OSError), os.scandir(todo.pop()) as found:
                for entry in found:
                    if entry.is_dir(follow_symlinks=False):
                        todo.append(entry.path)
                    elif _abandoned(entry):
                        Path(entry.path).unlink()

    def files(self) -> Iterator[Path]:
        """The files of all verdicts, in order of their digests."""
        for folder in self._folders():
            for path in sorted(folder.glob("*.json")):
                if not path.name.startswith("."):
                    yield path

    def entries(self) -> Iterator[os.DirEntry[str]]:
        """The same files in no order, as the system lists them."""
        for folder in self._folders():
            with os.scandir(folder) as found:
                yield from (e for e in found if e.name.endswith(".json") and not e.name.startswith("."))

    def _folders(self) -> list[Path]:
        try:
            found = [path for path in self.folder.iterdir() if len(path.name) == 2 and path.is_dir()]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise BadInput("cannot be read", where=_reason(self.folder, error)) from None
        return sorted(found)

    def verify(self) -> tuple[int, list[tuple[Path, str]]]:
        """Read every file: how many are whole, and which are damaged (and now set aside), with the fault.

        Those of another version of the toolkit are neither.
        """
        whole = 0
        damaged: list[tuple[Path, str]] = []
        for path in self.files():
            try:
                text = path.read_bytes()
            except FileNotFoundError:
                continue
            except OSError as error:
                damaged.append((path, (error.strerror or str(error)).lower()))
                continue
            try:
                understood(text, path.stem)
            except OtherForm:
                continue
            except Damaged as fault:
                self.set_aside(path, text)
                damaged.append((path, str(fault)))
            else:
                whole += 1
        for path in sorted((self.folder / PROVED).glob("*.jsonl")):
            why = self._lines_verified(path)
            whole += not why
            damaged += [(path, why)] if why else []
        return whole, damaged

    def _lines_verified(self, path: Path) -> str:
        """The fault of a file of lines with checksums, if it has one; it is set aside, and its whole lines stay."""
        try:
            text = path.read_bytes()
            lines = list(contents(text))
            if None not in lines:
                return ""
            if self.set_aside(path, text) is not None:
                path.write_bytes(b"".join(line_of(line) for line in lines if line is not None))
        except OSError as error:
            return (error.strerror or str(error)).lower()
        return f"{lines.count(None)} of {len(lines)} lines"

    def clear(self) -> int:
        """Remove all verdicts and records, what was set aside, and what was never finished.

        Answers how many verdicts and records it were.
        """
        count = 0
        if self.folder.name != DIGESTS:
            Store(self.folder / DIGESTS).clear()
            for name in (FORM, ".gitignore"):
                (self.folder / DIGESTS / name).unlink(missing_ok=True)
            with suppress(OSError):
                (self.folder / DIGESTS).rmdir()
        (self.folder / FORM).unlink(missing_ok=True)
        for folder in self._folders():
            for path in sorted(folder.iterdir()):
                young = path.suffix == ".part" and time.time() - path.stat().st_mtime < LEFT_OVER
                if young:
                    continue  # another audit is writing it
                path.unlink(missing_ok=True)
                count += path.suffix == ".json"
            with suppress(OSError):
                folder.rmdir()
        for folder in (self.folder / CONFIRMED, self.folder / MUTANTS, self.folder / PROVED):
            for path in sorted(folder.glob("*.jsonl")):
                path.unlink(missing_ok=True)
                count += 1
            with suppress(OSError):
                folder.rmdir()
        return count


def _abandoned(entry: os.DirEntry[str]) -> bool:
    """Whether this is a file that somebody has begun to write long ago.  Raises OSError."""
    if not (entry.name.startswith(".") and entry.name.endswith(".part")):
        return False
    return time.time() - entry.stat(follow_symlinks=False).st_mtime > LEFT_OVER


def _reason(path: Path, error: OSError) -> str:
    return f"{path}: {(error.strerror or str(error)).lower()}"


def described(key: Mapping[str, Any], name: str) -> str:
    """A part of a key as text, for tables."""
    value = key.get(name, "")
    return value if isinstance(value, str) else json.dumps(value)
