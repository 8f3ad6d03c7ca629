"""Silences of the text: the readings under which a position comes up on which it says nothing, and how soon.

Each reading of each ruling is tried beside the house readings of all others, in small boxes and as far as so many
positions; breadth first, so that a play found is the shortest in its box.  That none is found is no proof.
"""

from __future__ import annotations

from typing import Any

import queensbench as qb
from model.queens_collection.cards import Collection
from queensbench.language.studies import Bench, Study, study

BOXES = ("young", "harder", "duel", "match", "session")
"""Small boxes of the modes, each looked at where the mode has it."""
STATES = 30_000
TOGETHER = ({"passing": "ANY_TURN", "all_passed": "ONCE_EACH"},)
"""Readings of several rulings that are tried together: players who pass with a pile, and then have no more turns."""


def readings_of(bench: Bench) -> dict[str, dict[str, Any]]:
    """The readings that are tried, by their names."""
    rulings = bench.rulings()
    found: dict[str, dict[str, Any]] = {"house": {}}
    for name, members in rulings.items():
        found |= {f"{name}={member.name.lower()}": {name: member} for member in members[1:]}
    for names in TOGETHER:
        if all(name in rulings for name in names):
            chosen = {n: next(m for m in rulings[n] if m.name == member) for n, member in names.items()}
            found[" ".join(f"{n}={m.name.lower()}" for n, m in chosen.items())] = chosen
    return found


@study("silences", Collection, "Under which readings does the text fall silent, and how soon?")
def silences(bench: Bench) -> Study:
    """A row for each silence and each reading under which a play leads to it: the shortest over the boxes."""
    readings = readings_of(bench)
    best: dict[tuple[str, str, str], tuple[int, int, str, str]] = {}
    sites: set[tuple[str, str]] = set()
    for name in (one for one in bench.explored() if one in BOXES):
        box = bench.box(name)
        for text, chosen in readings.items():
            found = qb.Session.of(box, chosen).explore(budget=STATES, keep=False)
            for silence in found.silences:
                what = silence.way.removeprefix("silent: ")
                sites.add((what, silence.clause))
                if not silence.count:
                    continue
                moves = silence.shortest
                steps = [qb.Step(move.name, tuple(move.args.items())) for move in moves]
                bench.interpreter(name, chosen).replay(steps)
                row = (silence.choices, len(moves), name, str(moves[-1]) if moves else "the start")
                key = (what, silence.clause, text)
                best[key] = min(best.get(key, row), row)
    rows: list[tuple[str, ...]] = [
        (what, clause, text, box, str(choices), str(steps), last)
        for (what, clause, text), (choices, steps, box, last) in sorted(best.items())
    ]
    met = {(what, clause) for what, clause, _ in best}
    findings = [
        f"{len(met)} of {len(sites)} silences are met; {len(readings)} readings were tried, beside those of the house"
    ]
    findings += [f"not met: {what} ({clause})" for what, clause in sorted(sites - met)]
    columns = ("the text does not say", "clause", "reading", "box", "choices", "steps", "the last step")
    return Study(columns, rows, range(len(rows)), findings)
