"""The store: every verdict one file with a checksum and a keyed sum, written whole or not at all.

A verdict's file is named by the digest of its key (:mod:`queensbench.evidence.keys`), so that audits that run
at once cannot disagree about it and need no lock: whoever is later replaces a file by one that says the same.
A file that is damaged is set aside under another name and told of; its verdict is computed anew.  So is a verdict
whose keyed sum (:mod:`queensbench.files.keyed_sums`) is of no key that this user has; its file stays until then.
Where nothing can be written, one line says so, and the run goes on without keeping anything.

What the store cannot see: whether the verdict was right.  It gives back what an engine has said of this key.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from queensbench.errors import BadInput
from queensbench.evidence.checked_lines import NotBelieved, contents, raw_lines
from queensbench.evidence.keys import TOOLKIT, Key
from queensbench.files import own_folders, writing
from queensbench.files.keyed_sums import Whose, sum_of, whose
from queensbench.files.reading import Irregular, is_link, read_bytes, require_unlinked

SCHEMA = 2
"""The form of keys and files.  A file of another form stays as it is, and its verdict is asked for anew."""
FORM = "form"
"""The file that says which form the files of a store have."""
VARIABLE = "QUEENSBENCH_STORE"
OFF = "off"
DAMAGED = ".damaged"
DIGESTS = "digests"
"""A folder beside those of verdicts: the digests that their keys are made of."""
CONFIRMED, MUTANTS, PROVED = "confirmed", "mutants", "proved"
"""Folders beside those of verdicts: records of longer runs, a line for each goal or mutant."""
RECORDS = (CONFIRMED, MUTANTS, PROVED)
PAIR = re.compile("[0-9a-f]{2}")
"""The names of the folders of verdicts."""
VERDICT = re.compile(r"[0-9a-f]{64}\.json")
"""The names of their files."""
BEGUN = re.compile(r"\.[0-9a-f]{16}" + re.escape(writing.PART))
"""The names of files that are being written."""
OURS = re.compile(rf"{VERDICT.pattern}(?:{re.escape(DAMAGED)})?|{BEGUN.pattern}")
RECORD = re.compile(rf"[^.].*\.jsonl(?:{re.escape(DAMAGED)})?|{BEGUN.pattern}")
"""The names of what the store has written into folders of verdicts, and of records."""
FILE = re.compile(
    rb'\{"checksum":"([0-9a-f]{64})",(?:"by":"([0-9a-f]{16})","sum":"([0-9a-f]{64})",)?"content":(.*)\}\n',
    re.DOTALL,
)
USE = b"verdict"
"""What keyed sums of verdicts are made for."""
LEFT_OVER = 3600
"""Seconds after which a file that was never finished belongs to a process that is gone."""

T = TypeVar("T")


class Damaged(Exception):
    """Raised for a damaged file of the store, with the reason."""


class OtherForm(Damaged):
    """Raised for a whole file that another version of the toolkit has written: no verdict of this one's."""


class NotOurs(Damaged):
    """Raised for a whole file whose keyed sum is of no key that this user has, or that has none."""

    def __init__(self, by: Whose) -> None:
        super().__init__(f"it is of {by.value}")
        self.by = by


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
    project; for the bundled project, and for one that is not ours to write, it is in the user's cache folder, and
    nowhere (None) for a user without a home.  An empty ``chosen`` passes the variable over.
    """
    named = chosen if chosen is not None else os.environ.get(VARIABLE, "")
    if named == OFF:
        return None
    if named:
        return Path(named).absolute()
    own = root / ".queensbench"
    if own.is_dir() or (os.access(root, os.W_OK) and root != TOOLKIT / "_bundled"):
        return own / "evidence"
    caches = own_folders.caches()
    return None if caches is None else caches / "queensbench" / "evidence"


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
    by, sum_ = sum_of(USE, text.encode())
    checksum = hashlib.sha256(text.encode()).hexdigest()
    return f'{{"checksum":"{checksum}","by":"{by}","sum":"{sum_}","content":{text}}}\n'


def believed(text: bytes) -> bytes:
    """The content of a verdict's file, as JSON.  Raises Damaged if it is not whole, NotOurs for one of no known key."""
    whole = FILE.fullmatch(text)
    if whole is None:
        raise Damaged("it is no verdict")
    if hashlib.sha256(whole[4]).hexdigest() != whole[1].decode():
        raise Damaged("its checksum does not match")
    name = None if whole[2] is None else whole[2].decode()
    by = whose(USE, whole[4], name, (whole[3] or b"").decode())
    if by is Whose.FALSE:
        raise Damaged("its keyed sum does not match")
    if by is not Whose.OWN:
        raise NotOurs(by)
    return whole[4]


def understood(text: bytes, digest: str) -> Verdict:
    """The verdict in a file's text.  Raises Damaged if it is not, whole, the one of this digest.

    Raises NotOurs if it is of no known key, OtherForm if another version has written it.
    """
    inner = believed(text)
    try:
        content = json.loads(inner)
        if content["schema"] != SCHEMA:
            raise OtherForm(str(content["schema"]))
        key = Key.of(content["key"])
        found = Verdict(key, str(content["made"]), content["payload"], str(content.get("text", "")))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Damaged("it is no verdict") from None
    if key.digest != digest:
        raise Damaged("it is the verdict of another key")
    return found


@dataclass
class Verified:
    """The content of a store: how many files by whose key, and the damaged ones, with the fault of each."""

    by: Counter[Whose] = field(default_factory=Counter)
    damaged: list[tuple[Path, str]] = field(default_factory=list)


# ----------------------------------------------------------------------------------------------- the store


class Store:
    """Verdicts by key, in a folder.

    ``fresh``: nothing is read, everything is written anew.  ``warn`` gets one line for each damaged file, and
    one when the store can no longer be written or read, or holds what is of no known key.  ``written``: something has
    been stored.  ``lasting``: whether what is stored has to outlast a power cut.  ``within``: the store that this one
    is a folder of; below it, folders that are links are left alone.
    """

    def __init__(
        self,
        folder: Path,
        *,
        fresh: bool = False,
        warn: Callable[[str], None] = lambda text: None,
        lasting: bool = True,
        within: Path | None = None,
    ) -> None:
        self.folder = folder
        self.within = within or folder
        self.fresh = fresh
        self.warn = warn
        self.readable = True
        self.writable = True
        self.written = False
        self.strange = False
        self.lasting = lasting

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
            require_unlinked(self.within, path)
        except Irregular as linked:
            self._without(Path(linked.filename), linked)
            return None
        try:
            data = read_bytes(path, links=False)
        except FileNotFoundError:
            return None
        except Irregular as irregular:
            self._aside(path, None, str(irregular.strerror).lower())
            return None
        except OSError as error:
            self._without(path, error)
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
        except NotOurs as fault:
            self.not_ours(fault.by)
        except Damaged as fault:
            self._aside(path, data, str(fault))
        return None

    def _without(self, path: Path, error: OSError) -> None:
        self.readable = self.writable = False
        self.warn(f"{_reason(path, error)}: the audit goes on without the store")

    def _aside(self, path: Path, text: bytes | None, fault: str) -> None:
        aside = self.set_aside(path, text)
        where = f"set aside as {aside.name}" if aside is not None else "left where it is"
        self.warn(f"{path} is damaged: {fault}; {where}, and computed anew")

    def not_ours(self, by: Whose) -> None:
        """Say once that stored verdicts have no known key, and so are not believed."""
        if self.strange:
            return
        self.strange = True
        self.warn(
            f"{self.folder}: what was stored here with {by.value} is not believed, and computed anew; "
            "`queensbench evidence verify` tells what is whose"
        )

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
            where = Path(str(error.filename)) if isinstance(error, Irregular) else self.folder
            self.warn(f"{_reason(where, error)}: the audit goes on, and its verdicts are not stored")
            return False
        self.written = True
        return True

    def _write(self, path: Path, text: str) -> None:
        """Write a file whole or not at all."""
        require_unlinked(self.within, path)
        if not path.parent.is_dir():
            writing.make_folder(path.parent, lasting=self.lasting)
            note = self.folder / ".gitignore"
            if not note.exists():
                writing.replace(note, b"*\n", rights=writing.PUBLIC, lasting=self.lasting)
                form = f"{SCHEMA}\n".encode()
                writing.replace(self.folder / FORM, form, rights=writing.PUBLIC, lasting=self.lasting)
        writing.replace(path, text.encode("ascii"), lasting=self.lasting)

    def set_aside(self, path: Path, text: bytes | None) -> Path | None:
        """Rename a damaged file of this text (None: what is no file); its new path, or None if that cannot be.

        None, too, if the file is mended by now.
        """
        aside = path.with_name(path.name + DAMAGED)
        try:
            if text is not None and read_bytes(path, links=False) != text:
                return None  # another audit has written it anew
            path.replace(aside)
            writing.sync_folder(path.parent)
        except OSError:
            return None
        return aside

    # ------------------------------------------------------------------------------------------ the whole

    def take_over(self) -> None:
        """Say so in one line where the files are those of another version of the toolkit, which stay as they are."""
        note = self.folder / FORM
        try:
            form = read_bytes(note, links=False).decode("utf-8", "replace").strip() if note.exists() else ""
            if form == str(SCHEMA) or not self.folder.is_dir():
                return
            if form or self._folders():
                self.warn(
                    f"{self.folder}: another version of Queensbench has stored verdicts here; they stay, and are "
                    "computed anew (`queensbench evidence clear` removes them)"
                )
            self._write(note, f"{SCHEMA}\n")
        except (OSError, BadInput):
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
            yield from sorted(Path(entry.path) for entry in _listed(folder) if VERDICT.fullmatch(entry.name))

    def entries(self) -> Iterator[os.DirEntry[str]]:
        """The files of all verdicts, in the order in which the system lists them."""
        for folder in self._folders():
            yield from (entry for entry in _listed(folder) if VERDICT.fullmatch(entry.name))

    def _folders(self) -> list[Path]:
        """The folders of verdicts; no links to folders, for what lies there is not the store's.

        Raises BadInput where the store cannot be listed, as all do that ask for its files.
        """
        found = (Path(entry.path) for entry in _listed(self.folder) if PAIR.fullmatch(entry.name))
        return sorted(path for path in found if _is_folder(path))

    def _records(self) -> list[Path]:
        """The folders of records."""
        return [path for name in RECORDS if _is_folder(path := self.folder / name)]

    def verify(self) -> Verified:
        """Read every file: whose it is, and which are damaged (and now set aside), with the fault.

        Those of another version of the toolkit are counted by whose they are as well.
        """
        found = Verified()
        for path in self.files():
            text = None
            try:
                text = read_bytes(path, links=False)
                understood(text, path.stem)
            except FileNotFoundError:
                continue
            except (OtherForm, NotOurs) as other:
                found.by[other.by if isinstance(other, NotOurs) else Whose.OWN] += 1
            except Irregular as fault:
                self.set_aside(path, None)
                found.damaged.append((path, str(fault.strerror).lower()))
            except OSError as error:
                found.damaged.append((path, (error.strerror or str(error)).lower()))
            except Damaged as fault:
                self.set_aside(path, text)
                found.damaged.append((path, str(fault)))
            else:
                found.by[Whose.OWN] += 1
        for folder in self._records():
            for path in sorted(Path(entry.path) for entry in _listed(folder)):
                if path.suffix == ".jsonl":
                    self._lines_verified(path, found)
        return found

    def _lines_verified(self, path: Path, found: Verified) -> None:
        """Read a file of lines; where some are damaged it is set aside, and its other lines stay."""
        try:
            text = read_bytes(path, links=False)
            lines = list(contents(text, plain=path.parent.name != PROVED))
            if None in lines:
                found.damaged.append((path, f"{lines.count(None)} of {len(lines)} lines"))
                if self.set_aside(path, text) is not None:
                    kept = (raw for raw, line in zip(raw_lines(text), lines, strict=True) if line is not None)
                    writing.replace(path, b"".join(raw + b"\n" for raw in kept))
            else:
                strange = [line.by for line in lines if isinstance(line, NotBelieved)]
                found.by[strange[0] if strange else Whose.OWN] += 1
        except Irregular as fault:
            self.set_aside(path, None)
            found.damaged.append((path, str(fault.strerror).lower()))
        except OSError as error:
            found.damaged.append((path, (error.strerror or str(error)).lower()))

    def clear(self) -> int:
        """Remove all verdicts, records and digests, and what was set aside or never finished; no file of others.

        Return how many verdicts and records were removed.
        """
        digests = self.folder / DIGESTS
        if _is_folder(digests):
            Store(digests).clear()
            _removed(digests / ".gitignore")
            with suppress(OSError):
                digests.rmdir()
        _removed(self.folder / FORM)
        count = sum(_emptied(folder, OURS) for folder in self._folders())
        return count + sum(_emptied(folder, RECORD) for folder in self._records())


def _listed(folder: Path) -> list[os.DirEntry[str]]:
    """What stands in a folder of the store; nothing if another audit has removed it.  Raises BadInput."""
    try:
        with os.scandir(folder) as found:
            return list(found)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        fault = f"cannot be read: {(error.strerror or str(error)).lower()}"
        raise BadInput(fault, where=str(folder), remedy="allow it, or name another store") from None


def _is_folder(path: Path) -> bool:
    """Whether this is a folder, and no link to one."""
    return path.is_dir() and not is_link(path)


def _removed(path: Path) -> bool:
    """Remove a file, or what else is no folder, unless another audit is still writing it; whether that was done."""
    try:
        about = path.lstat()
    except FileNotFoundError:
        return False
    young = BEGUN.fullmatch(path.name) and time.time() - about.st_mtime < LEFT_OVER
    if young or stat.S_ISDIR(about.st_mode):
        return False
    path.unlink(missing_ok=True)
    return True


def _emptied(folder: Path, ours: re.Pattern[str]) -> int:
    """Remove the files of a folder that have names of ours, and the folder if it is empty then.

    Return how many verdicts or records were removed.
    """
    names = sorted(path.name for path in folder.iterdir() if ours.fullmatch(path.name))
    gone = [name for name in names if _removed(folder / name)]
    with suppress(OSError):
        folder.rmdir()
    return sum(name.endswith((".json", ".jsonl")) for name in gone)


def _abandoned(entry: os.DirEntry[str]) -> bool:
    """Whether this is a file that somebody has begun to write long ago.  Raises OSError."""
    if not BEGUN.fullmatch(entry.name):
        return False
    return time.time() - entry.stat(follow_symlinks=False).st_mtime > LEFT_OVER


def _reason(path: Path, error: OSError) -> str:
    return f"{path}: {(error.strerror or str(error)).lower()}"


def described(key: Mapping[str, Any], name: str) -> str:
    """A part of a key as text, for tables."""
    value = key.get(name, "")
    return value if isinstance(value, str) else json.dumps(value)
