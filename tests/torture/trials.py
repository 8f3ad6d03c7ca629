"""Trials, their journal and their report.

A trial is known by its part, its number and the seed, and does the same again.  What was tried stands in a journal, a
line for each; a second run goes on behind it.  The journal of another seed, or of other code, is laid aside.  Several
processes may write one journal, a whole line at once.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.torture.forked import HANG, Place, Running, adopt, end_with

FORM = 2


@dataclass
class Outcome:
    """What came of a trial: faults, a line each, and how often something was seen."""

    faults: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)

    def add(self, *faults: str) -> Outcome:
        """The same, with more faults."""
        self.faults += faults
        return self


Trial = Callable[[Any, Place, Random, int], Outcome]


@dataclass(frozen=True)
class Part:
    """A kind of trials.

    ``make``: called once, with a folder; its answer is given to each trial.  ``full``: how many trials are promised, or
    how to tell from that answer.  ``weight``: its share of the time, about the work of a hundred seconds of a processor at full size.  ``batch``: so many trials are done in one fork, for
    those that start no process themselves.  ``quick``: how many are done with the ordinary tests.
    """

    name: str
    about: str
    trial: Trial
    full: int | Callable[[Any], int]
    make: Callable[[Place], Any] = lambda place: None
    weight: float = 1.0
    batch: int = 1
    quick: int = 0

    def size(self, made: Any) -> int:
        """The number of trials at full size."""
        return self.full(made) if callable(self.full) else self.full


@dataclass
class Tally:
    """What a part has come to: trials done, of how many; their seconds, what was seen, and the faults by number.

    ``work``: seconds of processors, of the trials and of all that they have started.
    """

    done: int = 0
    full: int = 0
    seconds: float = 0.0
    work: float = 0.0
    seen: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[int, str]] = field(default_factory=list)


def _nameless() -> int:
    """A file that is gone with its handle."""
    with tempfile.TemporaryFile() as file:
        return os.open(f"/proc/self/fd/{file.fileno()}", os.O_RDWR | os.O_APPEND)


def _lines(data: bytes) -> list[dict[str, Any]]:
    """The lines of a journal that were written whole."""
    found = []
    for line in data.splitlines():
        with suppress(ValueError):
            found.append(json.loads(line))
    return found


def worked() -> float:
    """The seconds of processors that this process and those that it has waited for have used."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


class Journal:
    """The lines of a run: the first says of which seed and code; one that was not finished is passed over."""

    def __init__(self, path: Path | None, seed: int, code: str = "") -> None:
        self.tallies: dict[str, Tally] = {}
        self.known: dict[str, set[int]] = {}
        head = {"form": FORM, "seed": seed, "code": code}
        if path is None:
            self._handle = _nameless()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and _lines(path.read_bytes())[:1] != [head]:
                path.replace(
                    path.with_suffix(".old.jsonl")
                )  # what was tried of other code says nothing of this
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        self._read = 0
        if not os.fstat(self._handle).st_size:
            self._write(head)
        else:
            os.write(self._handle, b"\n")  # the last line may have been cut
        self.catch_up()

    def _write(self, line: Mapping[str, Any]) -> None:
        os.write(self._handle, json.dumps(line).encode() + b"\n")

    def close(self) -> None:
        """Close the file."""
        os.close(self._handle)

    def catch_up(self) -> None:
        """Count the lines that were written since it was last done, by this process or another."""
        data = os.pread(self._handle, os.fstat(self._handle).st_size - self._read, self._read)
        whole = data[: data.rfind(b"\n") + 1]
        self._read += len(whole)
        for line in _lines(whole):
            if "part" in line:
                self._count(line)

    def _count(self, line: Mapping[str, Any]) -> None:
        if line["number"] in self.known.setdefault(line["part"], set()):
            return
        self.known[line["part"]].add(line["number"])
        tally = self.tallies.setdefault(line["part"], Tally())
        tally.done += line["number"] >= 0  # else it is of a whole batch
        tally.seconds += line["seconds"]
        tally.work += line["work"]
        tally.seen.update(line["seen"])
        tally.faults += [(line["number"], fault) for fault in line["faults"]]

    def note(self, part: Part, number: int, outcome: Outcome, seconds: float, work: float) -> None:
        """Write down what came of a trial.  ``work``: seconds of processors."""
        line = {
            "part": part.name,
            "number": number,
            "seconds": round(seconds, 4),
            "work": round(work, 4),
            "seen": dict(outcome.seen),
            "faults": outcome.faults,
        }
        self._write(line)

    def left(self, part: Part, full: int) -> list[int]:
        """The numbers of the trials of a part that are still to be done."""
        done = self.known.get(part.name, set())
        self.tallies.setdefault(part.name, Tally()).full = full
        return [number for number in range(full) if number not in done]


def random_of(seed: int, part: Part, number: int) -> Random:
    """The random numbers of a trial."""
    return Random(f"{seed}/{part.name}/{number}")


@dataclass
class Runner:
    """Does trials in a folder.  ``keep``: what a trial with a fault has left there stays.  ``jobs``: so many at once."""

    folder: Path
    journal: Journal
    seed: int
    keep: bool = False
    tell: Callable[[str], None] = lambda text: None
    jobs: int = 1

    def shares(
        self, parts: Sequence[Part], seconds: float, most: int | None = None, only: Sequence[int] = ()
    ) -> None:
        """Do trials of each part for its share of the time; what time they leave is for those that came to no end."""
        until = time.monotonic() + seconds
        self._shares(parts, until, most, only)
        if most is None and not only and time.monotonic() < until:
            tallies = self.journal.tallies
            self._shares([one for one in parts if tallies[one.name].done < tallies[one.name].full], until)

    def _shares(
        self, parts: Sequence[Part], until: float, most: int | None = None, only: Sequence[int] = ()
    ) -> None:
        left = sum(part.weight for part in parts)
        for part in parts:
            self.part(part, (until - time.monotonic()) * part.weight / left, most, only)
            left -= part.weight

    def part(self, part: Part, seconds: float, most: int | None = None, only: Sequence[int] = ()) -> None:
        """Do trials of a part until the time is up: at least one, at most so many."""
        until = time.monotonic() + seconds
        ground = Place(self.folder / part.name / "ground").made()
        made = part.make(ground)
        todo = self.journal.left(part, part.size(made))
        Random(f"{self.seed}/{part.name}").shuffle(todo)  # so that a part of them is a sample of all
        todo = list(only) or todo[:most]
        jobs = min(self.jobs, -(-len(todo) // part.batch))
        if jobs > 1:
            self._shared(part, made, [todo[at::jobs] for at in range(jobs)], until)
        else:
            self._some(part, made, todo, until)
        self.journal.catch_up()

    def _shared(self, part: Part, made: Any, shares: Sequence[list[int]], until: float) -> None:
        """Do trials in as many processes as there are shares.  Raises SystemExit if one of them fails."""
        sys.stdout.flush()
        sys.stderr.flush()
        workers, mine = [], os.getpid()
        for share in shares:
            worker = os.fork()
            if worker:
                workers.append(worker)
                continue
            code = 1
            try:
                adopt()
                end_with(mine)
                self._some(part, made, share, until)
                code = 0
            except BaseException:  # noqa: BLE001 - told by its traceback
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(code)
        ends = [os.waitpid(worker, 0)[1] for worker in workers]
        if any(ends):
            raise SystemExit(f"trials of {part.name} have ended with their process")

    def _some(self, part: Part, made: Any, todo: list[int], until: float) -> None:
        """Do trials, one after the other."""
        while todo:
            some, todo = todo[: part.batch], todo[part.batch :]
            if part.batch > 1:
                todo = self._forked(part, made, some) + todo
            else:
                self._one(part, made, some[0])
            if time.monotonic() > until:
                break

    def _one(self, part: Part, made: Any, number: int) -> None:
        place = Place(self.folder / part.name / str(number))
        began, before = time.monotonic(), worked()
        outcome = part.trial(made, place.made(), random_of(self.seed, part, number), number)
        self._noted(part, number, outcome, time.monotonic() - began, worked() - before)
        if not (self.keep and outcome.faults):
            shutil.rmtree(place.folder, ignore_errors=True)

    def _noted(self, part: Part, number: int, outcome: Outcome, seconds: float, work: float) -> None:
        self.journal.note(part, number, outcome, seconds, work)
        for fault in outcome.faults:
            self.tell(f"{part.name} {number}: {fault}")

    def _forked(self, part: Part, made: Any, numbers: Sequence[int]) -> list[int]:
        """Do trials in a fork; the numbers of those that are left because one of them has ended it."""
        place = Place(self.folder / part.name / f"batch-{numbers[0]}").made()
        file = place.folder / "outcomes.jsonl"

        def act() -> int:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            with file.open("a", encoding="utf-8") as lines:
                for number in numbers:
                    signal.setitimer(signal.ITIMER_PROF, HANG)
                    began, before = time.monotonic(), worked()
                    found = part.trial(made, place, random_of(self.seed, part, number), number)
                    spent = [time.monotonic() - began, worked() - before]
                    lines.write(json.dumps([number, found.faults, found.seen, *spent]) + "\n")
                    lines.flush()
            return 0

        ended = Running([part.name], place, act=act).end(limit=HANG * (1 + len(numbers)))
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
        for number, faults, seen, seconds, work in rows:
            self._noted(part, number, Outcome(faults, Counter(seen)), seconds, work)
        left = [number for number in numbers if number not in {row[0] for row in rows}]
        beside = [
            *(f"outside: {one}" for one in ended.outside),
            *(f"a process is left: {one}" for one in ended.left),
        ]
        if left:
            how = (
                "hangs"
                if ended.hung or ended.code == -signal.SIGPROF
                else f"ends the process with {ended.code}"
            )
            fault = f"{how}: {ended.err.strip()[-600:]}"
            self._noted(part, left[0], Outcome([fault, *beside]), ended.seconds, 0.0)
            left = left[1:]
        elif beside:
            self._noted(part, -1 - numbers[0], Outcome(beside), 0.0, 0.0)
        if not self.keep:
            shutil.rmtree(place.folder, ignore_errors=True)
        return left


def report(journal: Journal, parts: Iterable[Part], seed: int, seconds: float) -> dict[str, Any]:
    """The report of a run: for each part how much was tried of how much, what was seen, and the faults."""
    rows: list[dict[str, Any]] = []
    for part in parts:
        tally = journal.tallies.get(part.name, Tally())
        rows.append(
            {
                "part": part.name,
                "about": part.about,
                "done": tally.done,
                "full": tally.full,
                "seconds": round(tally.seconds, 1),
                "work": round(tally.work, 1),
                "seen": dict(sorted(tally.seen.items())),
                "faults": [{"trial": number, "what": what} for number, what in tally.faults],
            }
        )
    return {
        "seed": seed,
        "seconds": round(seconds, 1),
        "processors": os.cpu_count(),
        "parts": rows,
        "faults": sum(len(row["faults"]) for row in rows),
    }


def table(found: Mapping[str, Any]) -> str:
    """A report as text."""
    lines = [f"{'part':12} {'tried':>7} {'of':>7} {'seconds':>8} {'work':>7} {'faults':>7}  what was seen"]
    for row in found["parts"]:
        seen = ", ".join(f"{what} {count:,}" for what, count in row["seen"].items())
        lines.append(
            f"{row['part']:12} {row['done']:>7,} {row['full']:>7,} {row['seconds']:>8,.0f} "
            f"{row['work']:>7,.0f} {len(row['faults']):>7,}  {seen}"
        )
    for row in found["parts"]:
        lines += [f"{row['part']} {fault['trial']}: {fault['what']}" for fault in row["faults"]]
    return "\n".join(lines)
