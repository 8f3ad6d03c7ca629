"""The clock jumps: a layer in the process shows commands another time, and files get other times."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.torture.forked import Place, run
from tests.torture.grounds import AUDIT, LIGHT, Ground, files, ground, parted, stronger, verdicts
from tests.torture.trials import Outcome, Part

DAY = 86_400.0
JUMPS = (-50 * 365 * DAY, -DAY, -3_600.0, -1.0, 0.0, 60.0, 3_600.0, DAY, 40 * 365 * DAY)
"""Seconds by which the clock is wrong."""
REAL = {
    name: getattr(time, name)
    for name in ("time", "monotonic", "perf_counter", "gmtime", "localtime", "strftime")
}


def _written(form: str, when: Any = None) -> str:
    return str(REAL["strftime"](form, time.localtime() if when is None else when))


@dataclass
class Clock:
    """A clock that is wrong from the start, and jumps when it has been asked so often.

    ``frozen``: it stands still.  ``steady``: the clock that only goes forward (of waiting and of measuring) jumps as
    well, as after a machine has slept.
    """

    first: float
    then: float
    after: int
    frozen: bool
    steady: bool
    asked: int = 0
    began: dict[str, float] = field(default_factory=dict)

    def lay(self) -> None:
        """Show this clock to the process from now on."""
        self.began = {name: REAL[name]() for name in ("time", "monotonic", "perf_counter")}
        time.time = self._showing("time")
        time.time_ns = lambda: int(time.time() * 1e9)
        if self.steady:
            time.monotonic = self._showing("monotonic")
            time.perf_counter = self._showing("perf_counter")
        time.gmtime = lambda seconds=None: REAL["gmtime"](time.time() if seconds is None else seconds)
        time.localtime = lambda seconds=None: REAL["localtime"](time.time() if seconds is None else seconds)
        setattr(time, "strftime", _written)  # noqa: B010 - its type is the library's own

    def _showing(self, name: str) -> Callable[[], float]:
        def shown() -> float:
            self.asked += 1
            jump = self.first if self.asked < self.after else self.then
            if name != "time":
                jump = abs(jump) if self.asked >= self.after else 0.0
            now = self.began[name] if self.frozen and name == "time" else REAL[name]()
            return float(max(0.0, now + jump))

        return shown


def trial(ground: Ground, place: Place, random: Random, number: int) -> Outcome:
    """Audit under a wrong clock, with files of any age: the verdicts are the same, or undecided where time ran out."""
    out = Outcome()
    words = AUDIT if number % 4 == 0 else LIGHT
    wanted = ground.answer if words == AUDIT else ground.light
    env = ground.copy(place, store=random.random() < 0.5)
    clock = Clock(
        random.choice(JUMPS),
        random.choice(JUMPS),
        random.choice((1, 5, 50, 500)),
        random.random() < 0.2,
        random.random() < 0.5,
    )
    if random.random() < 0.5:
        for path in files(place.folder):
            with suppress(OSError):
                stamp = random.choice((0.0, 1.0, time.time() + 30 * 365 * DAY, time.time() - 30 * 365 * DAY))
                os.utime(path, (stamp, stamp))
    ended = run(words, place, env=env, before=clock.lay)
    out.seen["audits"] += 1
    out.add(*ended.faults())
    answer = verdicts(ended)
    if clock.steady:
        out.add(*stronger(answer, wanted))
    elif answer != wanted:
        out.add(f"another answer under a wrong clock: {parted(answer, wanted)}")
    again = run(words, place, env=env)
    out.add(*again.faults())
    if not clock.steady and verdicts(again) != wanted:
        out.add(f"another answer after a wrong clock: {parted(verdicts(again), wanted)}")
    return out.add(*stronger(verdicts(again), wanted))


PART = Part(
    "clock", "audits under clocks that jump, with files of any age", trial, 300, ground, weight=2, quick=30
)
