"""The disk is full at every write: the n-th change of a file fails, or all from the n-th on.

A layer in the process makes it so, since few machines let anybody mount a small disk.  It stands between Python and the
system; what SQLite writes goes past it.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import pathlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.torture.forked import Place, run
from tests.torture.grounds import AUDIT, LIGHT, Ground, ground, listed, parted, strays, verdicts
from tests.torture.trials import Outcome, Part

COMMANDS: dict[tuple[str, ...], tuple[str, ...]] = {
    LIGHT: (),
    AUDIT: (),
    (
        "audit",
        "counter",
        "-q",
        "--games",
        "50",
        "--no-proofs",
        "--accept",
        "--reason",
        "so",
        "--plays",
        "more",
    ): (
        "more",
        "verdicts.lock",
    ),
    ("audit", "race", "-q", "--games", "50", "--no-proofs", "--junit", "j.xml", "--sarif", "s.sarif"): (
        "j.xml",
        "s.sarif",
    ),
    ("explore", "counter", "-i", "small", "-q", "--certificate", "c.json", "--graph", "g.dot"): (
        "c.json",
        "g.dot",
    ),
    ("play", "counter", "-q", "--games", "9", "--save", "game.json"): ("game.json",),
    ("trace", "lock"): ("clauses.lock",),
    ("prove", "race", "-q", "--hints", "record"): ("hints.lock",),
    ("evidence", "verify"): (),
    ("evidence", "list"): (),
    ("report", "counter", "-q", "-o", "pages"): ("pages",),
    ("suite", "counter", "-q", "-i", "small", "--games", "5", "--out", "suite"): ("suite",),
    ("export", "counter", "-q", "-i", "small", "-f", "box.drn"): ("box.drn",),
    ("new", "fresh"): ("fresh",),
    ("errata", "counter", "-q", "--json"): (),
}
"""Commands that write, and what they are asked to write."""
CHANGING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def _is_file(handle: int) -> bool:
    return Path(f"/proc/self/fd/{handle}").is_file()


@dataclass
class Disk:
    """Counts changes of files, and refuses one, or all from one on.  ``at``: the first that is refused; 0: none."""

    at: int = 0
    lasting: bool = False
    count: int = 0

    def change(self, path: object = None) -> None:
        """Note a change.  Raises OSError if the disk is full."""
        if isinstance(path, (str, bytes, os.PathLike)) and os.fsdecode(path).startswith(("/dev/", "/proc/")):
            return
        self.count += 1
        if self.at and (self.count == self.at or (self.lasting and self.count > self.at)):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path if isinstance(path, str) else None)

    def lay(self) -> None:
        """Stand between Python and the system from now on, in this process."""
        for name in ("replace", "rename", "mkdir", "fsync", "symlink", "link", "ftruncate"):
            setattr(os, name, self._counted(getattr(os, name)))
        os.open = self._opening(os.open)
        os.write = self._writing(os.write)
        opened = self._files(io.open)
        io.open = builtins.open = opened
        if hasattr(pathlib, "io"):
            pathlib.io.open = opened

    def _counted(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*args: Any, **more: Any) -> Any:
            self.change(args[0])
            return real(*args, **more)

        return changed

    def _opening(self, real: Callable[..., int]) -> Callable[..., int]:
        def opened(path: Any, flags: int, *args: Any, **more: Any) -> int:
            if flags & CHANGING:
                self.change(path)
            return real(path, flags, *args, **more)

        return opened

    def _writing(self, real: Callable[[int, Any], int]) -> Callable[[int, Any], int]:
        def written(handle: int, data: Any) -> int:
            if handle > 2 and _is_file(handle):
                self.change()
            return real(handle, data)

        return written

    def _files(self, real: Callable[..., Any]) -> Callable[..., Any]:
        disk = self

        class Raw(io.FileIO):
            def write(self, data: Any) -> int:
                disk.change()
                return super().write(data) or 0

        def opened(file: Any, mode: str = "r", buffering: int = -1, *args: Any, **more: Any) -> Any:
            if not set(mode) & set("wax+") or (isinstance(file, int) and not _is_file(file)):
                return real(file, mode, buffering, *args, **more)
            if not isinstance(file, int):
                disk.change(file)
            plain = mode.replace("t", "").replace("b", "")
            raw = Raw(file, plain, closefd=more.pop("closefd", True), opener=more.pop("opener", None))
            if buffering == 0:
                return raw
            buffer = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
            if "b" in mode:
                return buffer
            names = ("encoding", "errors", "newline")
            given = {
                **dict(zip(names, args, strict=False)),
                **{name: more[name] for name in names if name in more},
            }
            text = io.TextIOWrapper(buffer, line_buffering=buffering == 1, **given)
            text.mode = mode  # type: ignore[misc]
            return text

        return opened


def laid(ground: Ground, words: tuple[str, ...], place: Place) -> dict[str, str]:
    """Copy the project for a command; the environment for it.

    Audits find no verdict, so that they write all.  One of them finds no digests of files either, which take half a second
    to make; the others write what is new beside a whole store.
    """
    return ground.copy(place, store=words[0] != "audit", digests=words != LIGHT)


@dataclass(frozen=True)
class Writes:
    """The commands, and how many changes each makes when nothing is refused."""

    ground: Ground
    counts: tuple[int, ...]


def make(place: Place) -> Writes:
    """Count the changes of each command."""
    mine = ground(place)
    counts = []
    for number, words in enumerate(COMMANDS):
        one = Place(place.folder / f"counted-{number}").made()
        env = laid(mine, words, one)
        file = one.folder / "count"
        disk = Disk()

        def act(disk: Disk = disk, words: tuple[str, ...] = words, file: Path = file) -> int:
            from queensbench.surfaces.command.app import main

            disk.lay()
            code = main(list(words))
            count = disk.count
            file.write_text(str(count), encoding="ascii")
            return code

        ended = run(words, one, env=env, act=act)
        if ended.faults() or not file.exists():
            raise SystemExit(f"a command is at fault on an empty disk: {ended}")
        counts.append(int(file.read_text("ascii")))
    return Writes(mine, tuple(counts))


def trial(made: Writes, place: Place, random: Random, number: int) -> Outcome:
    """Refuse a write of a command; then audit as if nothing had been."""
    out = Outcome()
    lasting = bool(number % 2)
    at = number // 2
    words: tuple[str, ...] = AUDIT
    for words, count in zip(COMMANDS, made.counts, strict=True):  # noqa: B007 - the one that it ends with
        if at < count:
            break
        at -= count
    env = laid(made.ground, words, place)
    before = listed(place)
    disk = Disk(at + 1, lasting)
    ended = run(words, place, env=env, before=disk.lay)
    where = f"the disk is full {'from' if lasting else 'at'} write {at + 1}"
    out.seen[f"exit {ended.code}"] += 1
    # it may be the report of the failure itself that finds no room
    out.add(*(f"{fault}; {where}" for fault in ended.faults((0, 1, 2, 3))))
    out.add(*(f"{fault}; {' '.join(words)}; {where}" for fault in strays(place, before, COMMANDS[words])))
    words_again, wanted = (AUDIT, made.ground.answer) if words == AUDIT else (LIGHT, made.ground.light)
    again = run(words_again, place, env=env)
    out.add(*(f"{fault}; after {' '.join(words)}; {where}" for fault in again.faults()))
    if verdicts(again) != wanted:
        out.add(f"another answer: {parted(verdicts(again), wanted)}; {' '.join(words)}; {where}")
    return out


PART = Part(
    "disk",
    "the disk full at every write of every command that writes",
    trial,
    lambda made: 2 * sum(made.counts),
    make,
    weight=16,
    quick=3,
)
