"""Twenty-four commands at once, in one project with one store."""

from __future__ import annotations

from random import Random

from tests.torture.forked import Place, Running, run
from tests.torture.grounds import AUDIT, LIGHT, Ground, ground, listed, parted, strays, stronger, verdicts
from tests.torture.trials import Outcome, Part

MANY = 24
COMMANDS = (
    AUDIT,
    LIGHT,
    LIGHT,
    (*LIGHT, "--fresh"),
    ("evidence", "list", "--json"),
    ("evidence", "verify"),
    ("trace", "--json"),
    ("trace", "lock"),
    ("explore", "counter", "-i", "small", "-q", "--certificate", "c.json"),
    ("play", "counter", "-q", "--games", "20", "--save", "game.json"),
    ("report", "counter", "-q", "-o", "pages"),
    ("rulings", "counter", "--json"),
    ("errata", "counter", "-q"),
    ("check", "small.json"),
)
ASKED = ("c.json", "game.json", "pages", "clauses.lock")


def trial(ground: Ground, place: Place, random: Random, number: int) -> Outcome:
    """Start commands at once; each ends as if it were alone."""
    out = Outcome()
    env = ground.copy(place, store=random.random() < 0.3, digests=random.random() < 0.7)
    before = listed(place)
    chosen = [random.choice(COMMANDS) for _ in range(MANY)]
    running = [Running(words, place, env=env) for words in chosen]
    if number % 3 == 2:
        chosen.append(("evidence", "clear"))
        running.append(Running(chosen[-1], place, env=env))
    for words, one in zip(chosen, running, strict=True):
        ended = one.end(limit=300)
        out.seen["commands"] += 1
        out.add(*ended.faults())
        if words[:2] in (AUDIT[:2], LIGHT[:2]) and ended.code in (0, 1, 3):
            wanted = ground.answer if words == AUDIT else ground.light
            if verdicts(ended) != wanted:
                out.add(f"another answer: {parted(verdicts(ended), wanted)}: {' '.join(words)}")
    again = run(AUDIT, place, env=env)
    out.add(*again.faults(), *stronger(verdicts(again), ground.answer))
    whole = run(("evidence", "verify"), place, env=env)
    return out.add(*whole.faults((0,)), *strays(place, before, ASKED))


PART = Part("together", "24 commands at once in one project", trial, 40, ground, weight=3)
