"""Audits are killed at random moments, one, two or four of them on one store."""

from __future__ import annotations

import os
import signal
import time
from random import Random

from tests.lifetimes import python_began
from tests.torture.forked import Ended, Place, Running, run
from tests.torture.grounds import (
    AUDIT,
    Ground,
    files,
    ground,
    listed,
    parted,
    rows,
    strays,
    stronger,
    verdicts,
)
from tests.torture.trials import Outcome, Part

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
SAID = {signal.SIGINT: (130,), signal.SIGTERM: (143, -signal.SIGTERM), signal.SIGKILL: (-signal.SIGKILL,)}
"""How a command that gets a signal ends."""
OWN = 0.1
"""The part of the audits that are processes of their own, and so are killed while they begin, too."""
GROUP = 0.5
"""The part of the signals that an audit's own processes get as well, as from `timeout` or a terminal."""


def trial(ground: Ground, place: Place, random: Random, number: int) -> Outcome:
    """Kill audits, and audit once more: the verdicts are those of an undisturbed run."""
    out = Outcome()
    env = ground.copy(place, store=random.random() < 0.2, digests=random.random() < 0.5)
    before = listed(place)
    audits = [
        (Running(AUDIT, place, env=env, own=random.random() < OWN), random.choice(SIGNALS), random.random())
        for _ in range((1, 2, 4)[number % 3])
    ]
    grouped = [random.random() < GROUP for _ in audits]
    began = time.monotonic()
    span = ground.seconds * (1 + 0.7 * (len(audits) - 1))
    for (running, which, moment), group in sorted(
        zip(audits, grouped, strict=True), key=lambda one: one[0][2]
    ):
        time.sleep(max(0.0, began + moment * span - time.monotonic()))
        running.signal(which, group=group)
    for running, which, _ in audits:
        _killed(running.end(), which, ground, out)
    for path in files(place.project):  # what was being written is swept when its owner must be gone
        if path.suffix == ".part":
            os.utime(path, (0, 0))
            out.seen["cut while it wrote"] += 1
    again = run(AUDIT, place, env=env)
    out.add(*again.faults())
    if verdicts(again) != ground.answer:
        out.add(f"another answer after a kill: {parted(verdicts(again), ground.answer)}")
    whole = run(("evidence", "verify"), place, env=env)
    out.add(*whole.faults((0,)), *strays(place, before))
    return out


def _killed(ended: Ended, which: signal.Signals, ground: Ground, out: Outcome) -> None:
    out.seen[which.name] += 1
    if which == signal.SIGINT and python_began(ended.code, ended.out, ended.err):
        out.seen["killed while Python itself began"] += 1
        return
    if ended.code in SAID[which]:
        out.seen["killed"] += 1
    elif ended.code == ground.answer["exit"]:
        out.seen["done before"] += 1
    codes = (*SAID[which], ground.answer["exit"])
    out.add(*ended.faults(codes))
    if ended.code in (130, 143) and ended.out.strip():
        found = verdicts(ended)
        if isinstance(found, str):
            out.add(f"no answer in JSON: ... {ended.out[-200:]!r} {ended.err[-300:]!r}")
            return
        out.seen["verdicts printed when killed"] += len(rows(found))
        out.add(*stronger(found, ground.answer))


PART = Part(
    "kills", "audits killed by three signals at random moments", trial, 500, ground, weight=16, quick=1
)
