"""The index: the verdicts of a store as an SQLite table, made from their files and never the other way round.

It can be removed at any time, and is never believed.  It is brought up to date when it is asked, reading only files
that are new or were touched.  Each row has a keyed sum; one whose sum does not match is made anew from its file, and
nothing but such rows is answered.  An index that is broken is made anew as a whole, and one that cannot be used (no
right to write, no file, another process holds it for too long) is made in memory.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from queensbench.errors import BadInput
from queensbench.evidence.store import Damaged, NotOurs, OtherForm, Store, described, understood
from queensbench.files.keyed_sums import Whose, sum_of, whose
from queensbench.files.reading import read_bytes, require_regular

VERSION = 4
NAME = "index.sqlite"
BESIDE = ("", "-wal", "-shm", "-journal")
"""The ends of the names of the files that SQLite keeps."""
PATIENCE = 5.0
"""Seconds to wait for another process."""
USE = b"index"
"""What the keyed sums of rows are made for."""
DIGITS = 32

COLUMNS = ("ruleset", "mode", "kind", "name", "instance", "reading", "verdict", "class", "seconds", "made")
ALL = ("digest", "stamp", "changed", "size", *COLUMNS, "brief")
TABLE = (
    "CREATE TABLE IF NOT EXISTS verdicts (digest TEXT PRIMARY KEY, stamp INTEGER, changed INTEGER, size INTEGER, "
    "ruleset TEXT, mode TEXT, kind TEXT, name TEXT, instance TEXT, reading TEXT, verdict TEXT, class TEXT, "
    "seconds REAL, made TEXT, brief TEXT, by TEXT, sum TEXT)"
)
BRIEF = ("instance", "property", "proof", "rests")
"""The kinds of verdicts that are asked for by the thousand (:func:`briefs`)."""
PARTS = ("engine", "instance", "mode", "rests", "toolkit")
"""The parts of its key that stand in a verdict's brief."""
ORDER = ("ruleset", "mode", "kind", "name", "instance", "reading", "made", "digest")

Row = tuple[Any, ...]
"""The values of a row, as ``ALL`` names them."""


def rows(store: Store, ruleset: str = "", mode: str = "") -> list[dict[str, Any]]:
    """The stored verdicts (of a ruleset, of a mode of it), a row each, in order of names.

    Those of another version of the toolkit, or of no known key, are left out.  Raises OSError where not even a table
    in memory can be made, and BadInput for a store that cannot be listed.
    """
    return _asked(_believed(store), COLUMNS, ruleset, mode)


def briefs(store: Store) -> list[dict[str, Any]]:
    """The rows with something under ``brief``: parts of the key, and the payload, as JSON.

    Of a play it says only whether there is one; the file has the play.  Raises as :func:`rows`.
    """
    return [row for row in _asked(_believed(store), (*COLUMNS, "brief"), "", "") if row["brief"]]


def unlisted(store: Store) -> int:
    """How many whole files :func:`rows` leaves out: those of another version of the toolkit, or of no known key.

    Raises as :func:`rows`.
    """
    return sum(not row[ALL.index("kind")] for row in _believed(store))


def refresh(store: Store) -> None:
    """Bring the index of a store up to date, if that is possible, so that the next question need not wait for it."""
    with suppress(OSError, BadInput):
        _believed(store)


def clear(store: Store) -> None:
    """Remove the index of a store."""
    for end in BESIDE:
        with suppress(OSError):
            (store.folder / f"{NAME}{end}").unlink()


def verify(store: Store) -> str:
    """The fault of the index of a store; empty if it has none.  An index at fault is made anew, unless it is no file.

    A row is false if its sum is, or if it says something else than the file that it was made of, which has not been
    touched since.
    """
    path = store.folder / NAME
    try:
        require_regular(path.lstat().st_mode, path)
        with closing(_connected(str(path))) as base:
            if base.execute("PRAGMA user_version").fetchone()[0] != VERSION:
                return ""
            told = list(base.execute(f"SELECT {', '.join(ALL)}, by, sum FROM verdicts"))  # noqa: S608
    except FileNotFoundError:
        return ""
    except OSError as error:
        return str(error.strerror).lower()
    except sqlite3.DatabaseError as error:
        if _elsewhere(error):
            return ""
        _anew(store)
        return "it is no index"
    false = sum(not _true(store, row) for row in told)
    if false:
        _anew(store)
    return f"{false} of {len(told)} rows are false" if false else ""


def _anew(store: Store) -> None:
    clear(store)
    refresh(store)


def _true(store: Store, row: Row) -> bool:
    """Whether a row is of another key, or has a right sum and says what its file says, if the file is untouched."""
    by = _by(row)
    if by is not Whose.OWN:
        return by is Whose.OTHER
    path = store.folder / str(row[0])[:2] / f"{row[0]}.json"
    with suppress(OSError):
        return row[1:4] != _stamp(path.lstat()) or _row(path) == row[4:-2]
    return True


def _asked(found: Sequence[Row], columns: Sequence[str], ruleset: str, mode: str) -> list[dict[str, Any]]:
    """Some columns of the rows of a ruleset and mode (empty: of all), in order of names."""
    told = [dict(zip(ALL, row, strict=True)) for row in found]
    told = [
        row for row in told if row["kind"] and ruleset in ("", row["ruleset"]) and mode in ("", row["mode"])
    ]
    told.sort(key=lambda row: [row[name] for name in ORDER])
    return [{name: row[name] for name in ("digest", *columns)} for row in told]


def _believed(store: Store) -> list[Row]:
    """All rows; the table is made anew, or in memory, if it cannot be used.  Raises as :func:`rows`."""
    if not store.folder.is_dir():
        return []
    try:
        return _synchronised_at(store, str(_usable(store.folder)))
    except OSError:
        pass  # no file
    except sqlite3.DatabaseError as error:
        if not _elsewhere(error):
            clear(store)
            with suppress(sqlite3.Error):
                return _synchronised_at(store, str(store.folder / NAME))
    try:
        return _synchronised_at(store, ":memory:")
    except sqlite3.Error as error:
        raise OSError(0, str(error), str(store.folder)) from None


def _elsewhere(error: sqlite3.DatabaseError) -> bool:
    """Whether the index is not at fault: it is in use, or cannot be opened or written."""
    return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode != sqlite3.SQLITE_ERROR


def _connected(file: str) -> sqlite3.Connection:
    """A connection to an index; bytes that are no text are read with marks in their place, so that no sum matches."""
    base = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
    base.text_factory = lambda text: text.decode("utf-8", "replace")
    return base


def _usable(folder: Path) -> Path:
    """The file of the index.  Raises OSError where it, or one that SQLite keeps beside it, is no file."""
    for end in BESIDE:
        path = folder / f"{NAME}{end}"
        with suppress(FileNotFoundError):
            require_regular(path.lstat().st_mode, path)
    return folder / NAME


def _synchronised_at(store: Store, file: str) -> list[Row]:
    with closing(_connected(file)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = OFF")
        if base.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            base.execute("DROP TABLE IF EXISTS verdicts")
            base.execute(f"PRAGMA user_version = {VERSION}")
        base.execute(TABLE)
        return _synchronised(store, base)


def _synchronised(store: Store, base: sqlite3.Connection) -> list[Row]:
    """Make the table agree with the files; its rows."""
    told = base.execute(f"SELECT {', '.join(ALL)}, by, sum FROM verdicts")  # noqa: S608 - names of ours
    known = {str(row[0]): row for row in told}
    left = set(known)
    found: list[Row] = []
    base.execute("BEGIN IMMEDIATE")
    for entry in store.entries():
        with suppress(OSError):
            stamp = _stamp(entry.stat(follow_symlinks=False))
            digest = entry.name.removesuffix(".json")
            left.discard(digest)
            before = known.get(digest)
            if before is not None and before[1:4] == stamp and _by(before) is Whose.OWN:
                found.append(before[:-2])
                continue
            row = _row(Path(entry.path))
            if row is None:
                base.execute("DELETE FROM verdicts WHERE digest = ?", (digest,))
                continue
            values = (digest, *stamp, *row)
            found.append(values)
            marks = ", ".join("?" * (len(values) + 2))
            base.execute(f"INSERT OR REPLACE INTO verdicts VALUES ({marks})", (*values, *_sum(values)))  # noqa: S608
    base.executemany("DELETE FROM verdicts WHERE digest = ?", [(digest,) for digest in left])
    base.execute("COMMIT")
    return found


def _stamp(status: os.stat_result) -> tuple[int, int, int]:
    """When a file was written and touched (which nobody can set back), and its size."""
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size


def _sum(values: Row) -> tuple[str, str]:
    by, sum_ = sum_of(USE, repr(values).encode())
    return by, sum_[:DIGITS]


def _by(row: Row) -> Whose:
    """By whom a row was made, the last two of whose values are its sum."""
    by, sum_ = str(row[-2]), str(row[-1])
    if len(sum_) != DIGITS:
        return Whose.FALSE
    return whose(USE, repr(row[:-2]).encode(), by, sum_)


def _row(path: Path) -> tuple[Any, ...] | None:
    """The row of a file; None for a damaged one.

    One without a kind, which is never shown, is that of another form or of no known key.
    """
    try:
        found = understood(read_bytes(path, links=False), path.stem)
    except (OtherForm, NotOurs):
        return *[""] * 8, 0.0, "", ""
    except Damaged:
        return None
    key = found.key.parts
    about = found.payload if isinstance(found.payload, dict) else {}
    seconds = about.get("seconds")
    return (
        *(described(key, name) for name in ("ruleset", "mode", "kind", "name", "instance", "reading")),
        described(about, "verdict" if "verdict" in about else "matters"),
        described(about, "shown"),
        float(seconds) if isinstance(seconds, (int, float)) else 0.0,
        found.made,
        _brief(key, about) if key.get("kind") in BRIEF else "",
    )


def _brief(key: Mapping[str, Any], payload: Mapping[str, Any]) -> str:
    """A verdict in brief, as JSON."""
    short = {name: value is not None if name == "play" else value for name, value in payload.items()}
    parts = {name: key[name] for name in PARTS if name in key}
    return json.dumps({"key": parts, "payload": short}, separators=(",", ":"))
