"""Every kind of file that is read is damaged in every way, and commands are asked that read it."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.torture.forked import Ended, Place, run
from tests.torture.grounds import (
    AUDIT,
    LIGHT,
    Ground,
    files,
    ground,
    listed,
    parted,
    strays,
    stronger,
    verdicts,
)
from tests.torture.trials import Outcome, Part

Damage = Callable[[Path, Path, Random], None]


def _bytes(change: Callable[[bytes, Random], bytes]) -> Damage:
    def damage(path: Path, other: Path, random: Random) -> None:
        path.write_bytes(change(path.read_bytes(), random))

    return damage


def _flip(data: bytes, random: Random) -> bytes:
    if not data:
        return b"?"
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]


def _word(data: bytes, random: Random) -> bytes:
    """A word that turns a verdict into another, as a flipped bit would seldom do."""
    words = [
        (b"holds", b"fails"),
        (b"fails", b"holds"),
        (b"true", b"false"),
        (b"exhausted", b"sampled"),
        (b"1", b"2"),
    ]
    random.shuffle(words)
    for old, new in words:
        if old in data:
            at = random.choice([n for n in range(len(data)) if data.startswith(old, n)][:200])
            return data[:at] + new + data[at + len(old) :]
    return _flip(data, random)


def _in_place(make: Callable[[Path, Path], None]) -> Damage:
    """What stands there instead of the file."""

    def damage(path: Path, other: Path, random: Random) -> None:
        path.unlink()
        make(path, other)

    return damage


def _swap(path: Path, other: Path, random: Random) -> None:
    mine = path.read_bytes()
    path.write_bytes(other.read_bytes())
    other.write_bytes(mine)


def _copy(path: Path, other: Path, random: Random) -> None:
    path.write_bytes(other.read_bytes())


def _elsewhere(path: Path, other: Path) -> None:
    kept = path.with_name("kept-elsewhere")
    kept.write_text("{}", encoding="ascii")
    path.symlink_to(kept)


def _mode(bits: int) -> Damage:
    return lambda path, other, random: path.chmod(bits)


DAMAGES: dict[str, Damage] = {
    "flip": _bytes(_flip),
    "word": _bytes(_word),
    "cut": _bytes(lambda data, random: data[: random.randrange(len(data) + 1)]),
    "zero": _bytes(lambda data, random: bytes(len(data))),
    "empty": _bytes(lambda data, random: b""),
    "noise": _bytes(lambda data, random: random.randbytes(len(data) or 9)),
    "twice": _bytes(lambda data, random: data + data),
    "head": _bytes(lambda data, random: b"\xef\xbb\xbf" + data),
    "swap": _swap,
    "copy": _copy,
    "gone": _in_place(lambda path, other: None),
    "folder": _in_place(lambda path, other: path.mkdir()),
    "full": _in_place(lambda path, other: (path / "inner").mkdir(parents=True)),
    "fifo": _in_place(lambda path, other: os.mkfifo(path)),
    "loop": _in_place(lambda path, other: path.symlink_to(path.name)),
    "dangling": _in_place(lambda path, other: path.symlink_to("nothing-is-here")),
    "link": _in_place(_elsewhere),
    "device": _in_place(lambda path, other: path.symlink_to("/dev/zero")),
    "closed": _mode(0),
    "sealed": _mode(stat.S_IRUSR),
}
"""What is done to a file, with another one of its kind at hand."""

READERS = (
    AUDIT,
    ("evidence", "list", "--json"),
    ("evidence", "verify", "--json"),
    ("trace", "--json"),
    ("trace", "--suspect"),
    ("clauses", "snail-race", "--json"),
    ("seeds", "list"),
    ("check", "small.json"),
    LIGHT,
)


def kinds(folder: Path) -> dict[str, list[Path]]:
    """The files of a place by kind."""
    found: dict[str, list[Path]] = {}
    store = folder / "project" / ".queensbench" / "evidence"
    for path in files(folder):
        if path.is_relative_to(folder / "code"):
            kind = "machine code"
        elif path.is_relative_to(store / "digests"):
            kind = "digests"
        elif path.is_relative_to(store):
            kind = (
                "verdicts" if path.suffix == ".json" else path.name if path.suffix != ".jsonl" else "proofs"
            )
        elif path.is_relative_to(folder / "project"):
            inside = path.relative_to(folder / "project")
            kind = (
                "plays"
                if inside.parts[0] == "plays"
                else path.name
                if len(inside.parts) == 1
                else inside.parts[0]
            )
        else:
            continue
        if "__pycache__" not in path.parts:
            found.setdefault(kind, []).append(path)
    return found


def trial(ground: Ground, place: Place, random: Random, number: int) -> Outcome:
    """Damage a file, ask something, and audit: no verdict is another one."""
    out = Outcome()
    env = ground.copy(place)
    found = kinds(place.folder)
    kind = sorted(found)[number % len(found)]
    how = list(DAMAGES)[number // len(found) % len(DAMAGES)]
    path, other = random.choice(found[kind]), random.choice(found[kind])
    before = listed(place)
    DAMAGES[how](path, other, random)
    out.seen["damages"] += 1
    name = f"{how} of {kind} ({path.relative_to(place.folder)})"
    asked = [random.choice(READERS)]
    if kind == "plays":
        asked = [("replay", path.relative_to(place.project).as_posix()), ("check", str(path))]
    codes = (0, 1, 2, 3)
    for words in (*asked, AUDIT):
        ended = run(words, place, env=env)
        # without its mark it is no project any more, and the one that is installed with the command is meant
        mine = [fault for fault in ended.faults(codes) if kind != "pyproject.toml" or "outside" not in fault]
        out.add(*(f"{fault}; {name}" for fault in mine))
        out.seen[f"exit {ended.code}"] += 1
        if words == AUDIT:
            out.add(*(f"{fault}; {name}" for fault in _judged(ended, ground, kind)))
    _opened(place)
    asides = (".damaged", "kept-elsewhere")
    out.add(*(f"{fault}; {name}" for fault in strays(place, before) if not fault.endswith(asides)))
    return out


INPUT = ("model", "spec", "properties", "seeds", "pyproject.toml", "verdicts.lock", "clauses.lock")
"""What an audit may rightly answer otherwise to, or refuse, when it says something else."""


def _judged(ended: Ended, ground: Ground, kind: str) -> list[str]:
    if ended.code == 2 and kind in (*INPUT, ".gitignore"):
        return []
    answer = verdicts(ended)
    if kind in INPUT:
        return stronger(answer, ground.answer) if kind not in ("model", "properties") else []
    return [] if answer == ground.answer else [f"another answer: {parted(answer, ground.answer)}"]


def _opened(place: Place) -> None:
    """Make all readable again, so that it can be removed."""
    for path in files(place.folder):
        if not path.is_symlink():
            path.chmod(stat.S_IRWXU)
    shutil.rmtree(place.folder / "code", ignore_errors=True)


PART = Part(
    "damages",
    "stored files damaged, and everything that reads them asked",
    trial,
    2_000,
    ground,
    weight=8,
    quick=4,
)
