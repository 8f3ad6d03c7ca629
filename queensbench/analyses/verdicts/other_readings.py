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
from typing import Any

from queensbench.analyses.verdicts.property_rows import Seen, deadlock_play, seen_row
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.analyses.verdicts.run import Run
from queensbench.analyses.verdicts.sampled import cut_at
from queensbench.analyses.verdicts.words import reading_text
from queensbench.evidence.questions import Question, answered, rows_form
from queensbench.language.properties import Class
from queensbench.project.projects import rulings_of

GAMES = 200
"""Games under each reading on a box that is explored."""
FULL_GAMES = 10
"""And on one that is only played, whose games are longer by far."""
MAX_STEPS = 2_000
DEADLOCK = "a move, an end or a silence"
"""The claim that a position without any of them breaks; no property need make it."""


def elsewhere(run: Run, name: str) -> list[PropertyRow]:
    """The unexpected rows of an instance under other readings; expected results give no row.

    Raises KeyboardInterrupt.
    """
    instance = run.instance(name)
    games = GAMES if instance.explore else FULL_GAMES

    def find() -> list[PropertyRow]:
        run.say("playing other readings", name)
        return [row for readings in others(run) for row in broken(run.under(readings), name, games)]

    more = {
        "games": games,
        "seed": run.options.seed,
        "max_steps": MAX_STEPS,
        "asked": [decl.name for decl in run.wanted(name)],
    }
    asked = Question("elsewhere", name, rows_form(PropertyRow), instance, more, "system")
    return answered(asked, run.cache, find)


def others(run: Run) -> Iterator[Mapping[str, Any]]:
    """The audit's readings with another one of one ruling, for every ruling that can arise."""
    for decl in rulings_of(run.mode):
        for reading in decl.readings:
            if reading is not run.options.readings.get(decl.name, decl.house):
                yield {**run.options.readings, decl.name: reading}


def broken(run: Run, name: str, games: int) -> list[PropertyRow]:
    """The unexpected rows under a run's readings.

    Raises KeyboardInterrupt, and InternalError where the interpreter does not see what native code has played.
    """
    from queensbench.engines.simulate.playouts import playouts_of

    box, readings = run.box(name), run.options.readings
    begun = time.perf_counter()
    # So few games take less time than a second thread does to begin.
    played = playouts_of(box, readings, games=games, seed=run.options.seed, max_steps=MAX_STEPS, threads=1)
    if played.interrupted:
        raise KeyboardInterrupt
    seconds = time.perf_counter() - begun
    text = f"{played.games:,} games, {played.steps:,} steps"
    numbers = {judge.name: j for j, judge in enumerate(box.system.judges)}
    rows = []
    for decl in run.wanted(name):
        if decl.kind not in ("always", "never"):
            continue
        met = played.failing[numbers[decl.name]]
        if not met.count or met.state is None:
            continue
        if decl.expected(name, tuple(readings.values())).outcome == "fails":
            continue
        codes = cut_at(run, box, played.replay(met.state), numbers[decl.name])
        seen = Seen("fails", Class.WITNESSED, "play", seconds, text, codes)
        row = seen_row(run, box, decl, seen)
        if row.state == "unexpected":
            rows.append(row)
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
                deadlock_play(run, box, codes, DEADLOCK),
                "unexpected",
            )
        )
    return rows
