"""The index: the verdicts of a store as an SQLite table, made from their files and never the other way round.

It can be removed at any time.  It is brought up to date when it is asked, reading only files that are new; one
that is broken is made anew, and one that cannot be used (no right to write, another process holds it for too
long) is made in memory.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from queensbench.evidence.store import Damaged, Store, described, understood

VERSION = 1
NAME = "index.sqlite"
PATIENCE = 5.0
"""Seconds that are waited for another process."""

COLUMNS = ("ruleset", "mode", "kind", "name", "instance", "reading", "verdict", "class", "seconds", "made")
TABLE = (
    "CREATE TABLE IF NOT EXISTS verdicts (digest TEXT PRIMARY KEY, stamp INTEGER, size INTEGER, ruleset TEXT, "
    "mode TEXT, kind TEXT, name TEXT, instance TEXT, reading TEXT, verdict TEXT, class TEXT, seconds REAL, made TEXT)"
)


def rows(store: Store, ruleset: str = "", mode: str = "") -> list[dict[str, Any]]:
    """What is stored (of a ruleset, of a mode of it): a row for each verdict, in order of names."""
    try:
        return _asked(store, str(store.folder / NAME), ruleset, mode)
    except sqlite3.OperationalError:
        pass  # in use, or not to be written
    except sqlite3.DatabaseError:
        _remove(store.folder)
        with suppress(sqlite3.Error):
            return _asked(store, str(store.folder / NAME), ruleset, mode)
    return _asked(store, ":memory:", ruleset, mode)


def _remove(folder: Path) -> None:
    """Remove an index, with what SQLite keeps beside it."""
    for end in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            (folder / f"{NAME}{end}").unlink()


def clear(store: Store) -> None:
    """Remove the index of a store."""
    _remove(store.folder)


def _asked(store: Store, file: str, ruleset: str, mode: str) -> list[dict[str, Any]]:
    if not store.folder.is_dir():
        return []
    with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = OFF")
        if base.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            base.execute("DROP TABLE IF EXISTS verdicts")
            base.execute(f"PRAGMA user_version = {VERSION}")
        base.execute(TABLE)
        _synchronised(store, base)
        found = base.execute(
            f"SELECT digest, {', '.join(COLUMNS)} FROM verdicts "  # noqa: S608 - names of ours
            "WHERE ? IN ('', ruleset) AND ? IN ('', mode) "
            "ORDER BY ruleset, mode, kind, name, instance, reading, made, digest",
            (ruleset, mode),
        )
        return [dict(zip(("digest", *COLUMNS), row, strict=True)) for row in found]


def _synchronised(store: Store, base: sqlite3.Connection) -> None:
    """Make the table agree with the files."""
    known = {row[0]: row[1:] for row in base.execute("SELECT digest, stamp, size FROM verdicts")}
    base.execute("BEGIN IMMEDIATE")
    for path in store.files():
        with suppress(OSError):
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            if known.pop(path.stem, None) == stamp:
                continue
            row = _row(path)
            if row is None:
                base.execute("DELETE FROM verdicts WHERE digest = ?", (path.stem,))
                continue
            values = (path.stem, *stamp, *row)
            marks = ", ".join("?" * len(values))
            base.execute(f"INSERT OR REPLACE INTO verdicts VALUES ({marks})", values)  # noqa: S608
    base.executemany("DELETE FROM verdicts WHERE digest = ?", [(digest,) for digest in known])
    base.execute("COMMIT")


def _row(path: Path) -> tuple[Any, ...] | None:
    """What the table says of a file; None for one that is damaged."""
    try:
        found = understood(path.read_bytes(), path.stem)
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
    )
