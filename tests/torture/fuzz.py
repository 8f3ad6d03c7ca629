"""``python -m tests.torture.fuzz``: texts of each format are changed where that reaches new code.

Each format has a corpus, which begins with its samples.  A text of it is changed and read; if lines of the toolkit were
run one after the other that never were before, the changed text joins the corpus.  So changes add up, and reach what
changes of good texts alone do not.  ``--seconds`` of a processor for each format; ``--only FORMAT``.  What is at fault stays in
``--folder``, and so does each corpus, with the seconds that it has had: a second run goes on with it, by other
luck.  Exit code 1 if there is a fault.
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import queensbench
from tests.torture.__main__ import SEED
from tests.torture.forked import HANG, Place, Running, adopt
from tests.torture.formats import FORMATS, Format, Laid, make, tried
from tests.torture.tokens import damaged
from tests.torture.trials import Outcome

PACKAGE = str(Path(queensbench.__file__).parent)
LONGEST = 40_000
"""Longer texts join no corpus: they take their time, and add little."""
MOST = 2_000
"""The most texts of a corpus."""
FEW = 20
"""After so many faults of a format nothing more is looked for."""
RUN = "run"
"""The folder of what a run needs for itself."""
KEPT = ("corpus.json", "files")
"""What stays of a format for the next run: its corpus, and the texts that were at fault."""
OFTEN = 60.0
"""After so many seconds a corpus is stored again."""
BUSY = 20
"""A run may take so many times its seconds of a processor by the clock, for the machine may have other work."""

Arc = tuple[str, int, int]
"""A file, and two lines of it that were run one after the other."""


class Reached:
    """The pairs of lines of the toolkit that were run one after the other, in this thread."""

    def __init__(self) -> None:
        self.arcs: set[Arc] = set()

    def during(self, act: Callable[[], Any]) -> int:
        """Act; the number of pairs that are new."""
        before = len(self.arcs)
        sys.settrace(self._call)
        try:
            act()
        finally:
            sys.settrace(None)
        return len(self.arcs) - before

    def _call(self, frame: FrameType, event: str, _: object) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(PACKAGE):
            return None
        last = frame.f_lineno
        arcs = self.arcs

        def line(frame: FrameType, event: str, _: object) -> Any:
            nonlocal last
            if event == "line":
                arcs.add((name, last, frame.f_lineno))
                last = frame.f_lineno
            return line

        return line


def other(made: Format, text: str, random: Random) -> bytes:
    """A changed text; one that is no JSON any more is changed as a text."""
    try:
        return made.change(text, random)
    except (ValueError, RecursionError):
        return damaged(text, random)


@dataclass
class Corpus:
    """The texts of a format that are changed, and what was done with them: seconds of a processor, and texts read."""

    texts: list[str]
    seconds: float = 0.0
    read: int = 0

    @classmethod
    def stored(cls, path: Path, samples: Sequence[str]) -> Corpus:
        """The samples, and what an earlier run has stored."""
        if not path.exists():
            return cls(list(samples))
        found = json.loads(path.read_text(encoding="utf-8"))
        texts = list(dict.fromkeys([*samples, *found["texts"]]))
        return cls(texts, found["seconds"], found["read"])

    def store(self, path: Path) -> None:
        """Write it whole, or leave what stands there."""
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps(asdict(self)), encoding="utf-8")
        beside.replace(path)


class Fuzzer:
    """Changes the texts of a format.

    ``folder``: where they stand, and where those stay that are at fault.  ``kept``: where the corpus is stored.
    """

    def __init__(
        self, made: Format, laid: Laid, corpus: Corpus, folder: Path, random: Random, kept: Path
    ) -> None:
        self.made, self.laid, self.folder, self.random, self.kept = made, laid, folder, random, kept
        self.corpus = corpus
        self.first = 1 + max((int(old.name) for old in folder.glob("*")), default=corpus.read - 1)
        self.reached = Reached()
        self.read = 0
        self.faults: dict[str, str] = {}

    def attempt(self, data: bytes) -> int:
        """Read a text; the number of new pairs of lines."""
        place = self.folder / f"{self.first + self.read:06}"
        place.mkdir(parents=True)
        path = place / self.made.name
        path.write_bytes(data)
        out = Outcome()
        signal.setitimer(signal.ITIMER_PROF, HANG)
        new = self.reached.during(lambda: tried(self.made, path, self.laid, out))
        signal.setitimer(signal.ITIMER_PROF, 0)
        self.read += 1
        for fault in out.faults:
            self.faults.setdefault(fault.rpartition("(")[2], f"{place.name}: {fault}")
        if not out.faults:
            shutil.rmtree(place)
        return new

    def run(self, seconds: float, most: int) -> None:
        """Change and read until so many seconds of this process are up."""
        began = stored = time.process_time()
        texts, before, read = self.corpus.texts, self.corpus.seconds, self.corpus.read
        for text in texts:
            self.attempt(text.encode())
        while (now := time.process_time()) < began + seconds and self.read < most and len(self.faults) < FEW:
            # what has joined last has been changed least
            at = max(self.random.randrange(len(texts)) for _ in range(2))
            data = other(self.made, texts[at], self.random)
            if self.attempt(data) and len(data) <= LONGEST and len(texts) < MOST:
                texts.append(data.decode("utf-8", "surrogateescape").encode("utf-8", "replace").decode())
            self.corpus.seconds, self.corpus.read = before + now - began, read + self.read
            if now > stored + OFTEN:
                self.corpus.store(self.kept)
                stored = now
        self.corpus.seconds, self.corpus.read = before + time.process_time() - began, read + self.read
        self.corpus.store(self.kept)


def gather(folder: Path, name: str) -> None:
    """Bring what stays of a format to where it stays, in ``folder / name``."""
    (folder / name).mkdir(parents=True, exist_ok=True)
    for stays in KEPT:
        if (made := folder / RUN / name / "place" / stays).exists():
            made.rename(folder / name / stays)


def fuzzed(name: str, folder: Path, seconds: float, seed: int, most: int) -> dict[str, Any]:
    """A format's row: texts read, texts of the corpus, pairs of lines reached, and faults, a line each.

    Texts read and seconds are those of all runs that have gone on with the corpus.
    """
    made = FORMATS[name]
    gather(folder, name)  # of a run that was killed
    shutil.rmtree(folder / RUN / name, ignore_errors=True)
    laid = make(name, Place(folder / RUN / name / "ground").made())
    place = Place(folder / RUN / name / "place").made()
    laid.ground.copy(place)
    said = place.folder / "said.json"
    for stays in KEPT:
        if (folder / name / stays).exists():
            (folder / name / stays).rename(place.folder / stays)

    def act() -> int:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        kept = place.folder / KEPT[0]
        corpus = Corpus.stored(kept, laid.samples[name])
        luck = Random(f"{seed}/{name}/{corpus.read}")
        fuzzer = Fuzzer(made, laid, corpus, place.folder / KEPT[1], luck, kept)
        fuzzer.run(seconds, most)
        row = {
            "read": corpus.read,
            "seconds": round(corpus.seconds),
            "corpus": len(corpus.texts),
            "lines": len(fuzzer.reached.arcs),
        }
        said.write_text(json.dumps({**row, "faults": sorted(fuzzer.faults.values())}), encoding="utf-8")
        return 0

    ended = Running([name], place, act=act).end(limit=BUSY * seconds + 4 * HANG)
    text = said.read_text(encoding="utf-8") if said.exists() else ""
    gather(folder, name)
    beside = [
        *(f"outside: {one}" for one in ended.outside),
        *(f"a process is left: {one}" for one in ended.left),
    ]
    if not text:
        last = max((folder / name / KEPT[1]).glob("*"), default=None)
        how = (
            "hangs" if ended.hung or ended.code == -signal.SIGPROF else f"ends the process with {ended.code}"
        )
        fault = f"{last.name if last else 'a sample'}: {how}: {ended.err.strip()[-600:]}"
        return {"format": name, "read": 0, "seconds": 0, "corpus": 0, "lines": 0, "faults": [fault, *beside]}
    row: dict[str, Any] = json.loads(text)
    return {"format": name, **row, "faults": [*row["faults"], *beside]}


def main(words: list[str]) -> int:
    """Do what was asked; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="of a processor, for each format")
    parser.add_argument("--most", type=int, default=1_000_000, help="most texts of each format")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", action="append", default=[], choices=list(FORMATS))
    parser.add_argument("--folder", type=Path, help="where texts stand, and those at fault stay")
    asked = parser.parse_args(words)
    adopt()
    folder = Path(asked.folder or tempfile.mkdtemp(prefix="fuzz-")).resolve()
    shutil.rmtree(folder / RUN / "ground", ignore_errors=True)
    print(f"{'format':14} {'seconds':>8} {'read':>9} {'corpus':>7} {'lines':>7} {'faults':>7}")
    faults = 0
    for name in asked.only or FORMATS:
        row = fuzzed(name, folder, asked.seconds, asked.seed, asked.most)
        faults += len(row["faults"])
        print(
            f"{name:14} {row['seconds']:>8,} {row['read']:>9,} {row['corpus']:>7,} {row['lines']:>7,} "
            f"{len(row['faults']):>7,}",
            flush=True,
        )
        for fault in row["faults"]:
            print(f"  {folder / name / KEPT[1]}: {fault}", flush=True)
    shutil.rmtree(folder / RUN, ignore_errors=True)
    if not faults and asked.folder is None:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
