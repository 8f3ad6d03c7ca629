"""The progress of an exploration by levels, in files beside its runs.

``exploration.json`` says what is explored.  ``level-NNNNNN.json`` is written, by renaming, once all runs of a level are
there: it says what they are, and what is known of all levels before.  What no such file names is no part of the
exploration.  ``end.json`` is written when nothing is left to do.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queensbench.engines.layers.runs import RunReader, damaged, told
from queensbench.errors import BadInput
from queensbench.files import writing
from queensbench.files.locking import locked
from queensbench.files.reading import Irregular, read_text

FORMAT = 1
WHAT, END = "exploration.json", "end.json"
LEVEL = "level-{:06}.json"
OURS = re.compile(
    r"\.?(level|start|joined)-\d+.*|(exploration|end)\.json|\.[0-9a-f]{16}" + re.escape(writing.PART)
)
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
    """A scratch folder that this process holds."""

    folder: Path
    lock: int

    def close(self) -> None:
        """Let go of the folder."""
        os.close(self.lock)

    def write(self, name: str, data: dict[str, Any]) -> None:
        """Write a file whole or not at all, with a checksum.

        It need not outlast a power cut, no more than the runs: what is not whole then is told by its checksum.
        """
        text = json.dumps(data, separators=(",", ":"))
        with told(self.folder):
            writing.replace(
                self.folder / name,
                f"{zlib.crc32(text.encode()):08x}\n{text}\n".encode(),
                lasting=False,
            )

    def read(self, name: str) -> dict[str, Any] | None:
        """The content of a file; None if there is none.  Raises BadInput if it is damaged."""
        try:
            head, text = read_text(self.folder / name).split("\n", 1)
            whole = head == f"{zlib.crc32(text.rstrip().encode()):08x}"
            data: dict[str, Any] = json.loads(text) if whole else {}
        except FileNotFoundError:
            return None
        except (ValueError, Irregular):
            raise damaged(self.folder, name) from None
        if not whole:
            raise damaged(self.folder, name)
        return data

    def levels(self) -> list[dict[str, Any]]:
        """The records of the levels that are there, in order."""
        found: list[dict[str, Any]] = []
        while (data := self.read(LEVEL.format(len(found)))) is not None:
            found.append(data)
        return found

    def remove(self, names: Any) -> None:
        """Remove files that nothing names any more."""
        for name in names:
            with suppress(OSError):
                (self.folder / name).unlink()

    def sweep(self, kept: set[str]) -> None:
        """Remove all files of explorations but those that are kept."""
        with told(self.folder):
            names = [entry.name for entry in os.scandir(self.folder)]
        self.remove(name for name in names if OURS.fullmatch(name) and name not in kept)

    def check(self, names: Any, words: int) -> None:
        """Read runs whole.  Raises BadInput for one that is damaged or gone."""
        with told(self.folder):
            for name in names:
                RunReader(self.folder, name, words).check()


def opened(folder: Path, what: dict[str, Any], *, resume: bool) -> Scratch:
    """The scratch folder, made if there is none.

    Raises BadInput where it cannot be written, another process explores there, it holds another exploration, or it
    holds one and ``resume`` is not wanted.
    """
    with told(folder):
        folder.mkdir(parents=True, exist_ok=True)
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
        else:
            scratch.sweep(set())
            scratch.write(WHAT, what)
    except BaseException:
        scratch.close()
        raise
    return scratch


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
