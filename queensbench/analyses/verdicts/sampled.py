"""Random playouts of an instance: sampled verdicts, witnesses, refutations, how often clauses ran."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from queensbench.analyses.verdicts.rows import InstanceRow
from queensbench.analyses.verdicts.run import GAMES, MAX_STEPS, Run
from queensbench.analyses.verdicts.words import carried_out, ends_text
from queensbench.evidence.cache import encoded
from queensbench.language.properties import Class
from queensbench.readers.native.layout import REFUSED
from queensbench.rules.system import PROBED

if TYPE_CHECKING:
    from queensbench.engines.runtime.box import Box

TRIAL = 200
"""So many games tell how long the games of an instance are."""
MOST_STEPS = 5_000_000
"""About so many steps of random play are enough for the mode's full box."""
OTHERS_STEPS = 500_000
"""And for each other box that is only played."""


def play(run: Run, name: str) -> None:
    """Random playouts of an instance: sampled verdicts, witnesses, refutations, how often clauses ran."""
    asked = [decl for decl in run.wanted(name) if decl.kind in PROBED]
    whole, keys = run.keys(name, "play", asked)
    complete, rows = run.recalled(whole, keys)
    if complete:
        return
    from queensbench.engines.simulate.playouts import playouts_of

    workshop = run.workshop(name)
    games = games_of(run, workshop)
    run.options.progress(f"{run.ruleset.name}/{run.mode.name} {name}: playing {games:,} games")
    begun = time.perf_counter()
    played = playouts_of(
        workshop, run.options.readings, games=games, seed=run.options.seed, max_steps=MAX_STEPS
    )
    seconds = time.perf_counter() - begun
    if played.interrupted:
        run.report.interrupted = True
    carried = carried_out(workshop.system)
    summary = InstanceRow(
        {
            "instance": name,
            "engine": "play",
            "games": played.games,
            "seed": played.seed,
            "steps": played.steps,
            "shortest": played.shortest,
            "longest": played.longest,
            "ends": {ends_text(workshop, who): first.count for who, first in played.ends.items()},
            "silent": sum(first.count for first in played.silences),
            "deadlocks": played.deadlocks.count,
            "cut": played.cut.count,
            "seconds": round(seconds, 3),
        },
        seconds,
        [
            clause
            for clause, came in zip(workshop.system.clauses, played.clauses, strict=True)
            if not came.games and clause in carried
        ],
        {
            ruling.name: came.games / max(played.games, 1)
            for ruling, came in zip(workshop.system.rulings, played.rulings, strict=True)
        },
        clauses={
            clause: int(came.times)
            for clause, came in zip(workshop.system.clauses, played.clauses, strict=True)
            if came.times
        },
    )
    run.show(summary)
    if not played.interrupted:
        run.kept.put(whole, encoded(summary))
    if not played.games:
        return
    numbers = {judge.name: j for j, judge in enumerate(workshop.system.judges)}
    for decl, key, row in zip(asked, keys, rows, strict=True):
        if row is not None:
            run.report.properties.append(row)
            continue
        met = played.failing[numbers[decl.name]]
        detail = f"{played.games:,} games, {played.steps:,} steps"
        codes = None
        if met.count and met.state is not None:
            codes = cut_at(run, workshop, played.replay(met.state), numbers[decl.name])
        share = {"engine": "play", "seconds": seconds, "detail": detail, "key": key}
        if decl.kind == "reachable":
            if codes is not None:
                run.add(workshop, decl, "holds", Class.WITNESSED, codes=codes, **share)  # type: ignore[arg-type]
            else:
                run.add(workshop, decl, "unknown", None, **share)  # type: ignore[arg-type]
        elif codes is not None:
            run.add(workshop, decl, "fails", Class.WITNESSED, codes=codes, **share)  # type: ignore[arg-type]
        else:
            run.add(workshop, decl, "holds", Class.SAMPLED, **share)  # type: ignore[arg-type]


def games_of(run: Run, workshop: Box, *, steps: bool = False) -> int:
    """How many games are played: as many as asked for; if nobody asked, fewer where games are very long.

    A first few games, played by the same seed, tell how long they are.  ``steps``: for what is said of steps, which is
    asked of fewer games of the box as sold, since it is judged beside the games in which states are.
    """
    asked = run.options.games
    if asked != GAMES:
        return asked
    from queensbench.engines.simulate.playouts import playouts_of

    trial = playouts_of(
        workshop, run.options.readings, games=TRIAL, seed=run.options.seed, max_steps=MAX_STEPS
    )
    if trial.interrupted or not trial.steps:
        return asked
    most = MOST_STEPS if workshop.instance is run.mode.full and not steps else OTHERS_STEPS
    return max(TRIAL, min(asked, most * trial.games // trial.steps))


def cut_at(run: Run, workshop: Box, codes: list[int], number: int) -> list[int]:
    """The play up to the first state that decides a property, by its judge's number (whoever shows it replays it)."""
    native = workshop.native
    env = native.new_env(workshop.raw(run.options.readings), workshop.parameters())
    status, cells = native.initial(env)
    for done in range(len(codes) + 1):
        if status > REFUSED:
            native.settle(cells, env)
        if native.judges(cells, env)[number] != 1:
            return codes[:done]
        if done < len(codes):
            status, cells = native.apply(cells, env, codes[done])
    return codes
