"""Every command without a network: sockets are refused by Python, and by the system where it lets us."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from random import Random

from tests.torture.forked import Place, run
from tests.torture.grounds import AUDIT, Ground, ground, listed, strays
from tests.torture.trials import Outcome, Part

NEW_NETWORK = 0x40000000
"""``CLONE_NEWNET``, see unshare(2)."""
SMALL = ("-i", "small", "-q")

COMMANDS: Mapping[str, Sequence[tuple[str, ...]]] = {
    "audit": [
        AUDIT,
        ("audit", "race", "-q", "--games", "20", "--rulings"),
        ("audit", "counter", "--confirm", "-q"),
    ],
    "rulings": [("rulings",), ("rulings", "counter", "--json")],
    "clauses": [("clauses", "snail-race")],
    "search": [("search", "race", "end", "-i", "short", "-q", "--steps", "8")],
    "explore": [("explore", "counter", *SMALL)],
    "prove": [("prove", "counter", "-q")],
    "confirm": [("confirm", "counter", "-q")],
    "compare": [("compare", "counter", "-q")],
    "diff": [("diff", ".", ".", "-q")],
    "play": [("play", "counter", "-q", "--games", "20", "--show", "1")],
    "replay": [("replay", "plays/counter/count-top-full.itf.json")],
    "step": [("step", "counter", "-i", "small"), ("step", "--schema")],
    "check": [("check", "small.json")],
    "errata": [("errata", "counter", "-q")],
    "vacuous": [("vacuous", "counter", "-q")],
    "mutate": [("mutate", "counter", "-q")],
    "rests": [("rests", "counter", "-q")],
    "report": [("report", "counter", "-q", "-o", "pages")],
    "solve": [("solve", "counter", *SMALL)],
    "export": [("export", "counter", *SMALL, "-f", "box.drn")],
    "umpire": [("umpire", "race", "-q")],
    "quiet": [("quiet", "counter", "-q")],
    "advise": [("advise", "plays/counter/count-top-small.itf.json", "-q")],
    "evidence": [("evidence", "list"), ("evidence", "verify"), ("evidence", "clear")],
    "trace": [("trace",), ("trace", "--suspect"), ("trace", "lock")],
    "new": [("new", "fresh")],
    "conform": [("conform", "race", "-q", "--python", "robot:Robot", "--games", "3", "--time", "5")],
    "suite": [("suite", "counter", *SMALL, "--games", "5", "--out", "suite")],
    "new-adapter": [("new-adapter", "counter", "--out", "adapter")],
    "seeds": [("seeds", "list"), ("seeds", "check", "snail-race.en")],
    "serve": [],
}
"""Each command, asked small questions; `serve` answers on this machine alone, and has tests of its own."""
WORDS = [words for asked in COMMANDS.values() for words in asked]
MADE = ("pages", "fresh", "suite", "box.drn", "clauses.lock", "adapter")


def unplug() -> None:
    """Take the network from this process and from what it starts; nothing where the system does not let us."""
    ctypes.CDLL(None).unshare(NEW_NETWORK)


def trial(ground: Ground, place: Place, random: Random, number: int) -> Outcome:
    """Run a command that has no network; whatever asks for it is told by the watch on every command."""
    out = Outcome()
    env = ground.copy(place)
    before = listed(place)
    ended = run(WORDS[number], place, env=env, before=unplug, limit=60)
    out.seen[f"exit {ended.code}"] += 1
    out.add(*ended.faults((0, 1, 3) if WORDS[number][0] not in ("replay", "diff", "seeds") else (0, 1, 2, 3)))
    return out.add(*(f"{fault}: {' '.join(WORDS[number])}" for fault in strays(place, before, MADE)))


PART = Part("network", "every command without a network", trial, len(WORDS), ground, weight=0.5, quick=4)
