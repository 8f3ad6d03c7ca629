"""Random mixtures of readings, played by our own model as the engine: is each ruling told, and told right?"""

from __future__ import annotations

import random
import time
from typing import Any

import queensbench as qb
from queensbench.conformance import sources
from queensbench.conformance.conforming import opened_engine
from queensbench.conformance.found import Effort
from queensbench.conformance.inquiry import Inquiry
from queensbench.conformance.playing import Along
from queensbench.conformance.report import OPEN, PLAYS, report
from tests.conformance.measured.journal import Journal
from tests.conformance.model_engine import model_engine

BOXES: dict[str, tuple[str, ...]] = {
    "queue4/standard": ("six",),
    "queen-is-dead/standard": ("blades", "pilots"),
    "queens-collection/competitive": ("duel", "match"),
    "queens-collection/solo": ("young", "round"),
    "queens-collection/cooperative": ("young", "enough"),
    "queens-collection/teams": ("session",),
    "queue4/royal-ball": ("opening", "court"),
    "queue4/bouquets": ("nosegay",),
    "queue4/ball-and-bouquets": ("flowers", "jacks"),
    "queue4/campaign": ("two_games",),
    "queue4/campaign-royal-ball": ("two_balls",),
    "queue4/campaign-bouquets": ("two_bouquets",),
    "queue4/campaign-both": ("two_of_both",),
    "queen-of-scots/standard": ("duel",),
}
"""By mode the instances that are played."""
GAMES = 15
"""Random games at each instance."""
SECONDS = 3600.0
"""Of the clock; more than any trial needs, so that no clock decides what is told."""


def mixture(mode: str, number: int) -> dict[str, str]:
    """Readings drawn by a seed, each ruling's with equal chances."""
    dice = random.Random(f"{mode} {number}")
    return {
        name: dice.choice([reading.name.lower() for reading in decl.readings])
        for name, decl in qb.load(mode).rulings.items()
    }


def trial(mode: str, number: int, games: int = GAMES) -> dict[str, Any]:
    """One mixture, as it is found and as it is.

    ``wrong``: rulings of which the report says what is not so.  ``tellable``: rulings that were not told though some
    play at these instances tells them, the others being as they are.
    """
    truth, begun = mixture(mode, number), time.process_time()
    engine = opened_engine(model_engine(mode, truth), mode, 600.0)
    effort = Effort(games=games, seed=number + 1, seconds=SECONDS, tours=False)
    inquiry = Inquiry(qb.load(mode), engine, BOXES[mode], effort)
    inquiry.run()
    found = report(inquiry).data
    rows = {row["ruling"]: row for row in found["rulings"]}
    told = [name for name, row in rows.items() if row["verdict"] == PLAYS]
    wrong = [name for name, row in rows.items() if truth[name] != (row["reading"] or truth[name])]
    wrong += [name for name, row in rows.items() if truth[name] not in row["left"]]
    unsaid = [name for name, row in rows.items() if row["verdict"] == OPEN]
    return {
        "told": len(told),
        "rulings": len(rows),
        "wrong": sorted(set(wrong)),
        "unsaid": unsaid,
        "tellable": tellable(inquiry, truth, unsaid),
        "against": [one["kind"] for one in found["differences"]] + ["unsteady"] * len(found["unsteady"]),
        "failed": found["fault"],
        "plays": found["coverage"]["plays"],
        "moves": found["coverage"]["moves"],
        "cut": found["coverage"]["cut"],
        "ended": found["ended"],
        "seconds": round(time.process_time() - begun, 1),
    }


def tellable(inquiry: Inquiry, truth: dict[str, str], names: list[str]) -> list[str]:
    """Of some rulings those that a play found beside the true readings tells, by what the engine says in it.

    A play that parts readings by the odds of chance alone tells nothing.
    """
    found: set[str] = set()
    sets = inquiry.sets
    base = list(sets.house)
    for place, name in enumerate(sets.names):
        if name in truth:
            base[place] = [option.lower() for option in sets.options[place]].index(truth[name])
    for ground in inquiry.grounds.values():
        left = [name for name in names if name not in found]
        plays, _ = sources.compared(ground, base, left)
        plays += sources.coupled(ground, base, left, 7)
        for one in plays:
            if one.ruling not in found:
                place = sets.names.index(one.ruling)
                cube = sets.of(base)
                for option in inquiry.knowledge.options_left(place):
                    cube |= sets.one(place, option) & sets.fields[place]
                table = inquiry.tables[ground.instance]
                _, following = table.play(Along(one.codes), one.source, cubes=[cube])
                if not following.cut and sets.without_all([cube], following.readings):
                    found.add(one.ruling)
    return sorted(found)


def run(journal: Journal, most: int, modes: list[str]) -> None:
    """So many mixtures of each mode, the first of every mode first."""
    for number in range(most):
        for mode in modes or BOXES:
            name = f"{mode} {number}"
            if ("mixtures", name) not in journal:
                row = journal.add("mixtures", name, **trial(mode, number))
                print(
                    name,
                    {key: value for key, value in row.items() if key not in ("part", "name")},
                    flush=True,
                )


def summary(journal: Journal) -> str:
    """The figures of all trials."""
    rows = list(journal.of("mixtures"))
    told, wrong = sum(row["told"] for row in rows), sum(len(row["wrong"]) for row in rows)
    missed = sum(len(row["tellable"]) for row in rows)
    modes = len({row["name"].rpartition(" ")[0] for row in rows})
    spoken = sum(bool(row["against"] or row["failed"]) for row in rows)
    share = f" ({100 * told / (told + missed):.1f} %)" if told + missed else ""
    return (
        f"{len(rows)} mixtures in {modes} modes: {told} rulings told, {wrong} of them wrong; {missed} that can be told "
        f"were not{share}; {spoken} runs spoke against the model; {sum(row['seconds'] for row in rows):,.0f} s"
    )
