"""Random games under each single other reading, on every box: what is not as expected there.

An audit judges the audit's own readings.  What its author says of a property holds of other readings, too, unless the
property says otherwise (``under=``), and a proof asks of all of them at once; but a proof that is lost says only that.
Here every other reading of every ruling is played, beside the audit's readings of all other rulings, and a play shows
what breaks: an ``always`` or ``never`` that fails, or a position without a move in which the game is not over and the
rules are not silent.

What it cannot see: what random games do not meet in so few games, readings that differ in two rulings, and whatever
only the graph of the states tells.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.analyses.verdicts.run import Run
from queensbench.analyses.verdicts.sampled import cut_at
from queensbench.analyses.verdicts.words import reading_text
from queensbench.evidence.cache import decoded, encoded
from queensbench.language.properties import Class
from queensbench.project.projects import rulings_of

GAMES = 200
"""Games under each reading on a box that is explored."""
FULL_GAMES = 10
"""And on one that is only played, whose games are longer by far."""
MAX_STEPS = 2_000
DEADLOCK = "a move, an end or a silence"
"""What a position without any of them breaks; no property need say so."""


def play_elsewhere(run: Run, name: str) -> None:
    """Add what is not as expected on an instance under other readings; nothing is said of what is."""
    instance = run.instance(name)
    games = GAMES if instance.explore else FULL_GAMES
    asked = [decl.name for decl in run.wanted(name)]
    key = run.kept.key(
        "elsewhere", name, instance, games=games, seed=run.options.seed, max_steps=MAX_STEPS, asked=asked
    )
    stored = run.kept.get(key, list)
    if stored is not None:
        run.report.properties += [decoded(PropertyRow)(row) for row in stored]
        return
    run.options.progress(f"{run.ruleset.name}/{run.mode.name} {name}: playing other readings")
    rows: list[PropertyRow] = []
    for other in others(run):
        found = broken(run, name, other, games)
        if found is None:
            run.report.interrupted = True
            return
        rows += found
    run.report.properties += rows
    run.kept.put(key, [encoded(row) for row in rows])


def others(run: Run) -> Iterator[Mapping[str, Any]]:
    """The audit's readings with another one of one ruling, for every ruling that can arise."""
    for decl in rulings_of(run.mode):
        for reading in decl.readings:
            if reading is not run.options.readings.get(decl.name, decl.house):
                yield {**run.options.readings, decl.name: reading}


def broken(run: Run, name: str, readings: Mapping[str, Any], games: int) -> list[PropertyRow] | None:
    """The rows of what is not as expected under some readings; None after Ctrl-C."""
    from queensbench.engines.simulate.playouts import playouts_of

    workshop = run.workshop(name)
    begun = time.perf_counter()
    played = playouts_of(workshop, readings, games=games, seed=run.options.seed, max_steps=MAX_STEPS)
    if played.interrupted:
        return None
    beside = Run(run.ruleset, run.mode, replace(run.options, readings=readings, evidence=None))
    beside.workshops = run.workshops
    text = f"{played.games:,} games, {played.steps:,} steps"
    share = {"engine": "play", "seconds": time.perf_counter() - begun, "detail": text}
    numbers = {judge.name: j for j, judge in enumerate(workshop.system.judges)}
    for decl in run.wanted(name):
        if decl.kind not in ("always", "never"):
            continue
        met = played.failing[numbers[decl.name]]
        if not met.count or met.state is None:
            continue
        if decl.expected(name, tuple(readings.values())).outcome == "fails":
            continue
        codes = cut_at(beside, workshop, played.replay(met.state), numbers[decl.name])
        beside.add(workshop, decl, "fails", Class.WITNESSED, codes=codes, **share)  # type: ignore[arg-type]
    rows = [row for row in beside.report.properties if row.state == "unexpected"]
    if played.deadlocks.count and played.deadlocks.state is not None:
        codes = played.replay(played.deadlocks.state)
        rows.append(
            PropertyRow(
                DEADLOCK,
                "always",
                run.mode.name,
                name,
                reading_text(run.mode, readings),
                "fails",
                "refuted",
                "holds",
                "play",
                time.perf_counter() - begun,
                f"{text}; {played.deadlocks.count:,} end where nobody can move",
                workshop.play(codes, readings, DEADLOCK),
                "unexpected",
            )
        )
    return rows
