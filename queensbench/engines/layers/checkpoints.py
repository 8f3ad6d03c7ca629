"""The progress of an exploration by levels, in files beside its runs.

``exploration.json`` says what is explored.  ``level-NNNNNN.json`` is written, by renaming, once all runs of a level, or
of several small ones from that on, are there: it says what they are, and what is known of all levels before.  What no
such file names is no part of the exploration.  ``end.json`` is written when nothing is left to do.  Each of them but
the first holds the checksum of the one before, so that none can stand for another, nor be left out.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from queensbench.engines.layers.runs import RunName, RunReader, damaged, told
from queensbench.errors import BadInput
from queensbench.files import writing
from queensbench.files.locking import locked
from queensbench.files.reading import Irregular, read_text

FORMAT = 3
WHAT, END = "exploration.json", "end.json"
LEVEL = "level-{:06}.json"
START = "start-0"
TOLD = r"level-\d{6,}\.json|exploration\.json|end\.json"
RUNS = (
    START,
    r"level-\d{6,}-from-\d+-[0-9a-f]{8}\.[cp]\d+",
    r"level-\d{6,}\.\d+-[0-9a-f]{8}\.\d+",
    r"levels-\d{6,}\.\d+-[0-9a-f]{8}",
    r"joined-\d{6,}-[0-9a-f]{8}\.\d+",
    r"edges-\d{6,}-[0-9a-f]{8}",
)
"""The names of runs, as :mod:`queensbench.engines.layers.search` calls them, and of files of edges; and no other."""
WHOLE = re.compile("|".join((TOLD, *RUNS)))
PARTS = re.compile(rf"\.(?:{'|'.join(RUNS)})\.\d+-[0-9a-f]{{8}}|\.[0-9a-f]{{16}}{re.escape(writing.PART)}")
"""What a process that was killed leaves of a file that it was writing."""
NAMED = {
    "format": "written by another version of the toolkit",
    "toolkit": "written by another version of the toolkit",
    "mode": "of another mode",
    "instance": "of another instance",
    "rules": "of other rules",
    "readings": "of other readings",
    "parameters": "of other parameters",
    "judging": "of other questions",
}
"""The parts of what is explored, and what is said of a folder where one of them is another."""


@dataclass(frozen=True)
class Scratch:
    """A scratch folder that this process holds.

    ``begun``: it held the exploration before; else what lies there is the user's, and is left as it is.
    """

    folder: Path
    lock: int
    begun: bool = False

    def close(self) -> None:
        """Let go of the folder."""
        os.close(self.lock)

    def write(self, name: str, data: dict[str, Any]) -> str:
        """Write a file whole or not at all, with a checksum, which is returned.

        Like the runs, it need not outlast a power cut: the checksum tells what is not whole after one.
        """
        text = json.dumps(data, separators=(",", ":"))
        summed = f"{zlib.crc32(text.encode()):08x}"
        with told(self.folder):
            writing.replace(
                self.folder / name,
                f"{summed}\n{text}\n".encode(),
                lasting=False,
            )
        return summed

    def read(self, name: str) -> dict[str, Any] | None:
        """The content of a file; None if there is none.  Raises BadInput if it is damaged, or may not be read."""
        return self._read(name)[1]

    def _read(self, name: str) -> tuple[str, dict[str, Any] | None]:
        """The checksum of a file, and its content."""
        try:
            head, text = read_text(self.folder / name).split("\n", 1)
            whole = head == f"{zlib.crc32(text.rstrip().encode()):08x}"
            data: dict[str, Any] = json.loads(text) if whole else {}
        except FileNotFoundError:
            return "", None
        except (ValueError, RecursionError, Irregular):
            raise damaged(self.folder, name) from None
        except OSError:
            with told(self.folder):
                raise
        if not whole:
            raise damaged(self.folder, name)
        return head, data

    def levels(self) -> tuple[list[dict[str, Any]], str]:
        """The records of the levels that are there, in order; and the checksum of the last file that was read.

        Raises BadInput for one that was not written after the one before it.
        """
        found: list[dict[str, Any]] = []
        before, _ = self._read(WHAT)
        place = 0
        while True:
            name = LEVEL.format(place)
            summed, data = self._read(name)
            if data is None:
                return found, before
            if data.get("after") != before:
                raise damaged(self.folder, name)
            found.append(data)
            place += len(data["levels"])
            before = summed

    def end(self, before: str) -> dict[str, Any] | None:
        """The record of the whole, after a last level with that checksum; None if the end is not reached.

        Raises BadInput if it was said after another level.
        """
        data = self.read(END)
        if data is not None and data.get("after") != before:
            raise damaged(self.folder, END)
        return data

    def remove(self, names: Any) -> None:
        """Remove files that nothing names any more."""
        for name in names:
            with suppress(OSError):
                (self.folder / name).unlink()

    def names(self) -> list[str]:
        """The names of all files that are there, in order."""
        with told(self.folder):
            return sorted(entry.name for entry in os.scandir(self.folder))

    def sweep(self, kept: set[str]) -> None:
        """Remove all files of an exploration that was begun before, but those that are kept."""
        if not self.begun:
            return
        self.remove(
            name
            for name in self.names()
            if name not in kept and (WHOLE.fullmatch(name) or PARTS.fullmatch(name))
        )

    def check(self, runs: Iterable[RunName], words: int) -> None:
        """Read runs whole.  Raises BadInput for one that is damaged, gone, or holds something else than it should."""
        with told(self.folder):
            for run in runs:
                RunReader(self.folder, run, words).check()


def opened(folder: Path, what: dict[str, Any], *, resume: bool) -> Scratch:
    """The scratch folder, made if there is none.

    Raises BadInput where it cannot be written; another process explores there; it holds another exploration than
    ``what``, or any without ``resume``; or it holds files named as those of an exploration, without the file that tells
    whose they are.
    """
    with told(folder):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileNotFoundError as error:
            raise BadInput(
                "it cannot be made", where=f"scratch folder {folder}", remedy="give another folder"
            ) from error
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
    if not locked(lock):
        os.close(lock)
        raise BadInput(
            "another process explores there",
            where=f"scratch folder {folder}",
            remedy="wait for it, or give another folder",
        )
    scratch = Scratch(folder, lock)
    try:
        known = scratch.read(WHAT)
        if known is not None:
            _require_same(folder, known, what, resume=resume)
            return replace(scratch, begun=True)
        _require_free(folder, scratch.names())
        scratch.write(WHAT, what)
    except BaseException:
        scratch.close()
        raise
    return scratch


def _require_free(folder: Path, names: Iterable[str]) -> None:
    """Refuse a folder with files that are named as those of an exploration, where none has been begun."""
    for name in names:
        if WHOLE.fullmatch(name):
            raise BadInput(
                f"it holds {name}, and no {WHAT} that says what that is",
                where=f"scratch folder {folder}",
                remedy="give an empty folder",
            )


def _require_same(folder: Path, known: dict[str, Any], what: dict[str, Any], *, resume: bool) -> None:
    where = f"scratch folder {folder}"
    if not resume:
        raise BadInput(
            "it holds an exploration already",
            where=where,
            remedy="go on with it by --resume, or give another folder",
        )
    wanted = json.loads(json.dumps(what))
    for part, said in NAMED.items():
        if known.get(part) != wanted.get(part):
            raise BadInput(
                f"its exploration is {said} ({known.get(part)}, here {wanted.get(part)})",
                where=where,
                remedy="begin anew in another folder",
            )
