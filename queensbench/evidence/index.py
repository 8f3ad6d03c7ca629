"""The index: the verdicts of a store as an SQLite table, made from their files and never the other way round.

It can be removed at any time.  It is brought up to date when it is asked, reading only files that are new; one
that is broken is made anew, and one that cannot be used (no right to write, another process holds it for too
long) is made in memory.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from queensbench.evidence.store import Damaged, OtherForm, Store, described, understood

VERSION = 3
NAME = "index.sqlite"
PATIENCE = 5.0
"""Seconds to wait for another process."""

COLUMNS = ("ruleset", "mode", "kind", "name", "instance", "reading", "verdict", "class", "seconds", "made")
TABLE = (
    "CREATE TABLE IF NOT EXISTS verdicts (digest TEXT PRIMARY KEY, stamp INTEGER, size INTEGER, ruleset TEXT, "
    "mode TEXT, kind TEXT, name TEXT, instance TEXT, reading TEXT, verdict TEXT, class TEXT, seconds REAL, made TEXT, "
    "brief TEXT)"
)
BRIEF = ("instance", "property", "proof", "rests")
"""The kinds of verdicts that are asked for by the thousand (:func:`briefs`)."""
PARTS = ("engine", "instance", "mode", "rests", "toolkit")
"""The parts of its key that a verdict in brief has."""


def rows(store: Store, ruleset: str = "", mode: str = "") -> list[dict[str, Any]]:
    """The stored verdicts (of a ruleset, of a mode of it), a row each, in order of names.

    Raises OSError where not even a table in memory can be made.
    """
    try:
        return _believed(store, COLUMNS, ruleset, mode)
    except sqlite3.Error as error:
        raise OSError(0, str(error), str(store.folder)) from None


def briefs(store: Store) -> list[dict[str, Any]]:
    """The rows with something under ``brief``: parts of the key, and the payload, as JSON.

    A play is only mentioned there; the file has it.
    """
    return _believed(store, (*COLUMNS, "brief"), "", "")


def _believed(store: Store, columns: Sequence[str], ruleset: str, mode: str) -> list[dict[str, Any]]:
    """Columns of the table, which is made anew, or in memory, if it cannot be used."""
    try:
        return _asked(store, str(store.folder / NAME), columns, ruleset, mode)
    except sqlite3.OperationalError:
        pass  # in use, or not to be written
    except sqlite3.DatabaseError:
        _remove(store.folder)
        with suppress(sqlite3.Error):
            return _asked(store, str(store.folder / NAME), columns, ruleset, mode)
    return _asked(store, ":memory:", columns, ruleset, mode)


def _remove(folder: Path) -> None:
    """Remove an index and the files that SQLite keeps beside it."""
    for end in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            (folder / f"{NAME}{end}").unlink()


def refresh(store: Store) -> None:
    """Bring the index of a store up to date, if that is possible, so that the next question need not wait for it."""
    with suppress(sqlite3.Error, OSError):
        rows(store, NAME)  # of no ruleset: to be asked at all is enough


def clear(store: Store) -> None:
    """Remove the index of a store."""
    _remove(store.folder)


def _asked(store: Store, file: str, columns: Sequence[str], ruleset: str, mode: str) -> list[dict[str, Any]]:
    if not store.folder.is_dir():
        return []
    more = "AND brief != ''" if "brief" in columns else ""
    with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = OFF")
        if base.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            base.execute("DROP TABLE IF EXISTS verdicts")
            base.execute(f"PRAGMA user_version = {VERSION}")
        base.execute(TABLE)
        _synchronised(store, base)
        found = base.execute(
            f"SELECT digest, {', '.join(columns)} FROM verdicts "  # noqa: S608 - names of ours
            f"WHERE kind != '' AND ? IN ('', ruleset) AND ? IN ('', mode) {more}"
            " ORDER BY ruleset, mode, kind, name, instance, reading, made, digest",
            (ruleset, mode),
        )
        names = ("digest", *columns)
        return [dict(zip(names, row, strict=True)) for row in found]


def _synchronised(store: Store, base: sqlite3.Connection) -> None:
    """Make the table agree with the files."""
    known = {row[0]: row[1:] for row in base.execute("SELECT digest, stamp, size FROM verdicts")}
    base.execute("BEGIN IMMEDIATE")
    for entry in store.entries():
        with suppress(OSError):
            status = entry.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            digest = entry.name.removesuffix(".json")
            if known.pop(digest, None) == stamp:
                continue
            row = _row(Path(entry.path))
            if row is None:
                base.execute("DELETE FROM verdicts WHERE digest = ?", (digest,))
                continue
            values = (digest, *stamp, *row)
            marks = ", ".join("?" * len(values))
            base.execute(f"INSERT OR REPLACE INTO verdicts VALUES ({marks})", values)  # noqa: S608
    base.executemany("DELETE FROM verdicts WHERE digest = ?", [(digest,) for digest in known])
    base.execute("COMMIT")


def _row(path: Path) -> tuple[Any, ...] | None:
    """The row of a file; None for a damaged one; one without a kind, which is never shown, for that of another form."""
    try:
        found = understood(path.read_bytes(), path.stem)
    except OtherForm:
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
