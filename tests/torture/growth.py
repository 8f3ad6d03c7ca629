"""Ten million random steps, and thousands of small ones, watched for memory that is never given back."""

from __future__ import annotations

import json
import os
import random as chance
from collections.abc import Callable
from pathlib import Path
from random import Random

import queensbench as qb
from tests.torture.forked import Place, Running
from tests.torture.grounds import Ground, ground
from tests.torture.trials import Outcome, Part

PIECES = 40
"""A long run is done in so many pieces of the same size, and the memory is looked at after each."""
WARM = 0.3
"""What the first part of them takes may stay."""
MOST = 8 << 20
"""So many bytes may be more at the end: what the allocator keeps in pieces."""
STEPS = 10_000_000


def held() -> int:
    """The bytes of memory that this process holds of its own: no files, such as the library that rules are compiled with.

    That one is loaded once, at a moment that depends on how busy the machine is.
    """
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("RssAnon:"))


def games(share: float) -> Callable[[int], int]:
    """Random games in machine code; the answer is the number of steps."""
    session = qb.load("race/race").session("short", readings={})
    each = STEPS / PIECES * share

    def piece(number: int) -> int:
        steps = seed = 0
        while steps < each:
            seed += 1
            steps += session.simulate(games=2_000, seed=1_000 * number + seed).steps
        return steps

    return piece


def positions(share: float) -> Callable[[int], int]:
    """Random games by positions of the API."""
    session = qb.load("race/race").session("short", readings={})
    each = int(100_000 / PIECES * share)

    def piece(number: int) -> int:
        random = chance.Random(number)
        steps = 0
        while steps < each:
            position = session.start()
            while not position.over and steps < each:
                moves = position.moves() or [one.move for one in position.outcomes()]
                if not moves:
                    break
                position = position.do(random.choice(list(moves)))
                steps += 1
        return steps

    return piece


def lines(share: float) -> Callable[[int], int]:
    """Requests of `queensbench step`."""
    from queensbench.surfaces.stepping.exchange import Exchange

    exchange = Exchange(qb.load("counter/count").session("small", readings={}))
    each = int(100_000 / PIECES * share)

    def piece(number: int) -> int:
        for count in range(each // 4):
            for one in ({"ask": "start"}, {"ask": "do", "move": "up"}, {"ask": "moves"}, {"ask": "nothing"}):
                exchange.answer(json.dumps(one).encode(), count)
        return each

    return piece


KINDS = {"games": games, "positions": positions, "lines": lines}


def trial(ground: Ground, place: Place, random: Random, number: int) -> Outcome:
    """Do a long run in a process of its own, and compare what it holds early and late."""
    out = Outcome()
    env = ground.copy(place)
    name = list(KINDS)[number % len(KINDS)]
    share = float(os.environ.get("TORTURE_SHARE", "1"))

    def act() -> int:
        piece = KINDS[name](share)
        seen = []
        steps = 0
        for count in range(PIECES):
            steps += piece(count)
            seen.append(held())
        (place.folder / "held.json").write_text(json.dumps([steps, seen]), encoding="ascii")
        return 0

    ended = Running([name], place, env=env, act=act).end(limit=900)
    out.add(*ended.faults((0,)))
    if not ended.code:
        steps, seen = json.loads((place.folder / "held.json").read_text("ascii"))
        grown = seen[-1] - seen[int(PIECES * WARM)]
        out.seen[f"steps of {name}"] += steps
        out.seen[f"KiB more of {name}"] += max(0, grown >> 10)
        if grown > MOST:
            out.add(
                f"{name}: {grown:,} bytes more after {steps:,} steps: {[one >> 20 for one in seen[::4]]} MiB"
            )
    return out


PART = Part(
    "growth",
    "ten million random steps, watched for growth of memory",
    trial,
    len(KINDS),
    ground,
    weight=0.5,
    quick=3,
)
