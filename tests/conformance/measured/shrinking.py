"""Shrunk plays beside the shortest there are, on small boxes.

The engine is our own model with one reading that is not the house's, where the house's readings are claimed.  A
difference is found by random games alone, and shrunk; the shortest play on which the two readings part is known from
the comparison of all states.  It is shrunk once more without any comparison, as a difference is that no reading explains.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import queensbench as qb
from queensbench.conformance import sources
from queensbench.conformance.conforming import claimed, opened_engine
from queensbench.conformance.found import Difference, Effort
from queensbench.conformance.inquiry import Inquiry
from queensbench.conformance.playing import Along, Randomly, Table
from tests.conformance.measured.journal import Journal
from tests.conformance.model_engine import model_engine

GAMES = 150
BOXES = {
    "queue4/standard": "six",
    "queue4/bouquets": "nosegay",
    "queue4/royal-ball": "opening",
    "queue4/campaign": "two_games",
    "queens-collection/solo": "young",
    "queens-collection/cooperative": "young",
    "queens-collection/competitive": "duel",
    "queen-is-dead/standard": "blades",
    "queen-of-scots/standard": "short",
}


class _Comparing(Inquiry):
    """An inquiry that shrinks with or without comparing readings."""

    compares = True

    def _parting(self, table: Table, difference: Difference) -> list[tuple[int, ...]]:
        return super()._parting(table, difference) if self.compares else []


def trial(mode: str, ruling: str, option: str, seed: int = 1) -> dict[str, Any]:
    """The moves of the play as it was found, shrunk, and the fewest there are; None where there is none.

    ``without``: shrunk without a comparison of readings.
    """
    game, begun = qb.load(mode), time.process_time()
    house = {name: decl.house.name.lower() for name, decl in game.rulings.items()}
    engine = opened_engine(model_engine(mode, {ruling: option}), mode, 600.0)
    effort = Effort(games=GAMES, seed=seed, seconds=3600.0, tours=False)
    inquiry = _Comparing(game, engine, [BOXES[mode]], effort, claims=claimed(game, house))
    [ground] = inquiry.grounds.values()
    table, sets = inquiry.tables[ground.instance], ground.sets
    base, cube = list(sets.house), sets.of(sets.house)
    fewest = None
    for one in sources.compared(ground, base, [ruling])[0]:
        record, following = table.play(Along(one.codes), one.source, cubes=[cube])
        if following.dead >= 0 and (fewest is None or len(record.codes) < fewest):
            fewest = len(record.codes)
    found = shrunk = without = None
    for number in range(GAMES if fewest is not None else 0):
        inquiry.one(ground, Randomly(seed + number), "random", seed + number)
        if inquiry.found.differences:
            first = inquiry.found.differences[0]
            found = len(first.record.codes)
            lengths = []
            for compares in (False, True):
                inquiry.compares, difference = compares, replace(first)
                inquiry._smallest(difference)
                lengths.append(len(difference.record.codes))
            without, shrunk = lengths
            break
    seconds = round(time.process_time() - begun, 1)
    return {"fewest": fewest, "found": found, "shrunk": shrunk, "without": without, "seconds": seconds}


def run(journal: Journal, most: int, names: list[str]) -> None:
    """Each reading that is not the house's, of at most so many rulings of each mode."""
    for mode in names or BOXES:
        for ruling, decl in list(qb.load(mode).rulings.items())[:most]:
            for reading in decl.readings:
                name = f"{mode} {ruling}={reading.name.lower()}"
                if reading is not decl.house and ("shrinking", name) not in journal:
                    row = trial(mode, ruling, reading.name.lower())
                    journal.add("shrinking", name, **row)
                    print(name, row, flush=True)


def summary(journal: Journal) -> str:
    """How many plays are longer than the shortest, and by how much."""
    rows = [row for row in journal.of("shrinking") if row["fewest"] is not None]
    shrunk = [row for row in rows if row["shrunk"] is not None]
    told = [f"{len(rows)} readings part from the house's, {len(shrunk)} of them within {GAMES} random games"]
    for how, key in (("shrunk", "shrunk"), ("without a comparison", "without")):
        ratios = [row[key] / max(row["fewest"], 1) for row in shrunk]
        least = sum(row[key] <= row["fewest"] for row in shrunk)
        over = [row["name"] for row, ratio in zip(shrunk, ratios, strict=True) if ratio > 1.5]
        told.append(
            f"{how}: {least} plays are as short as can be; the greatest ratio is {max(ratios, default=1):.2f}; "
            f"over 1.5: {', '.join(over) or 'none'}"
        )
    return "\n".join(told)
