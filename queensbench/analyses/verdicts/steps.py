"""Properties of steps in an audit: exhausted where an instance is explored, sampled where it is played.

They are judged on a system whose states remember the state before
(:mod:`queensbench.rules.transforms.previous_states`); its plays are plays of the rules as they are, and a play against
a property is judged again by the interpreter.  Where an instance is played, a few games under each other reading of
each ruling are judged too, and what is not as expected there is told.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.other_readings import FULL_GAMES, others
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.analyses.verdicts.run import MAX_STEPS, Run
from queensbench.analyses.verdicts.sampled import games_of
from queensbench.evidence.cache import decoded, encoded
from queensbench.language.modes import Instance
from queensbench.language.properties import Class, PropertyDecl
from queensbench.rules.typed import ir

if TYPE_CHECKING:
    from queensbench.engines.simulate.playouts import Playouts, PlaySettings
    from queensbench.evidence.keys import Key
    from queensbench.readers.native.program import Native


STEPS_ELSEWHERE = 500
"""About so many steps are judged under each other reading, in :data:`FULL_GAMES` games at the least."""


def judge_steps(run: Run, instance: Instance) -> None:
    """Judge what is said of the steps of an instance."""
    asked = list(run.wanted_steps(instance.name))
    _, keys = run.keys(instance.name, "explore" if instance.explore else "play", asked)
    left: list[tuple[PropertyDecl, Key]] = []
    for decl, key in zip(asked, keys, strict=True):
        row = run.kept.get(key, decoded(PropertyRow))
        if row is None:
            left.append((decl, key))
        else:
            run.report.properties.append(row)
    beside = None
    if asked and not instance.explore and run.options.elsewhere:
        beside = run.kept.key(
            "steps elsewhere",
            instance.name,
            instance,
            games=FULL_GAMES,
            steps=STEPS_ELSEWHERE,
            seed=run.options.seed,
            max_steps=MAX_STEPS,
            asked=[decl.name for decl in asked],
        )
        stored = run.kept.get(beside, list)
        if stored is not None:
            run.report.properties += [decoded(PropertyRow)(row) for row in stored]
            beside = None
    if not left and beside is None:
        return
    from queensbench.rules.transforms.previous_states import build_stepping

    label = f"{run.ruleset.name}/{run.mode.name} {instance.name}"
    run.options.progress(f"{label}: the state after each step beside the one before")
    system = build_stepping(run.mode, instance, ruleset=run.ruleset.name, clauses=run.ruleset.clause_names)
    names = {decl.name for decl in asked}  # what is said of states is judged on the ordinary system
    system = replace(system, judges=tuple(judge for judge in system.judges if judge.name in names))
    if instance.explore:
        _explored(run, instance, system, left)
        return
    from queensbench.engines.simulate.kernels import PLAYER

    native = _compiled(system, PLAYER)
    if left:
        _played(run, instance, system, native, left)
    if beside is not None and not run.report.interrupted:
        rows: list[PropertyRow] = []
        trial = _games(run, instance, system, native, run.options.readings, FULL_GAMES)
        games = max(FULL_GAMES, STEPS_ELSEWHERE * FULL_GAMES // max(trial.steps, 1))
        for readings in others(run):
            found = _broken(run, instance, system, native, asked, readings, games)
            if found is None:
                run.report.interrupted = True
                return
            rows += found
        run.report.properties += rows
        run.kept.put(beside, [encoded(row) for row in rows])


def _explored(run: Run, instance: Instance, system: ir.System, left: list[tuple[PropertyDecl, Key]]) -> None:
    """Every step between two states, as far as the budget goes."""
    from queensbench.engines.explore.explorer import explore
    from queensbench.engines.explore.kernels import EXPLORER
    from queensbench.engines.explore.state_table import ExploreSettings

    begun = time.perf_counter()
    native = _compiled(system, EXPLORER)
    workshop = run.workshop(instance.name)
    with workshop.told():
        found = explore(
            native,
            system,
            ExploreSettings(
                workshop.raw(run.options.readings),
                workshop.parameters(),
                max_states=run.options.budget or instance.budget,
                progress=lambda states, level: run.options.progress(
                    f"{run.ruleset.name}/{run.mode.name} {instance.name}: {states:,} steps, level {level}"
                ),
            ),
        )
    if found.interrupted:
        run.report.interrupted = True
    seconds = time.perf_counter() - begun
    numbers = {judge.name: number for number, judge in enumerate(system.judges)}
    size = f"{found.states:,} pairs of states" + ("" if found.complete else ", and more than the budget")
    for decl, key in left:
        first = found.failing[numbers[decl.name]]
        share: dict[str, Any] = {"engine": "explore", "seconds": seconds, "key": key}
        if first.state is not None:
            codes = found.moves_to(first.state)
            detail = f"{size}; {first.count:,} against it, first after {len(codes)} steps"
            run.add(workshop, decl, "fails", Class.EXHAUSTED, codes=codes, detail=detail, **share)
        elif found.complete:
            run.add(workshop, decl, "holds", Class.EXHAUSTED, detail=size, **share)
        else:
            run.add(workshop, decl, "unknown", None, detail=size, **share)


def _games(
    run: Run, instance: Instance, system: ir.System, native: Native, readings: Mapping[str, Any], games: int
) -> Playouts:
    """Random games under some readings, every step of which is judged."""
    from queensbench.engines.simulate.playouts import playouts

    workshop = run.workshop(instance.name)
    with workshop.told():
        return playouts(
            native,
            system,
            PlaySettings(
                workshop.raw(readings), workshop.parameters(), seed=run.options.seed, max_steps=MAX_STEPS
            ),
            games=games,
        )


def _played(
    run: Run, instance: Instance, system: ir.System, native: Native, left: list[tuple[PropertyDecl, Key]]
) -> None:
    """The steps of random games: of the first of those in which states are judged."""
    begun = time.perf_counter()
    workshop = run.workshop(instance.name)
    played = _games(run, instance, system, native, run.options.readings, games_of(run, workshop, steps=True))
    if played.interrupted:
        run.report.interrupted = True
    if not played.games:
        return
    seconds = time.perf_counter() - begun
    numbers = {judge.name: number for number, judge in enumerate(system.judges)}
    size = f"{played.games:,} games, {played.steps:,} steps"
    for decl, key in left:
        met = played.failing[numbers[decl.name]]
        share: dict[str, Any] = {"engine": "play", "seconds": seconds, "detail": size, "key": key}
        if met.count and met.state is not None:
            codes = _cut(run, decl, instance.name, played.replay(met.state))
            run.add(workshop, decl, "fails", Class.WITNESSED, codes=codes, **share)
        else:
            run.add(workshop, decl, "holds", Class.SAMPLED, **share)


def _broken(
    run: Run,
    instance: Instance,
    system: ir.System,
    native: Native,
    asked: list[PropertyDecl],
    readings: Mapping[str, Any],
    games: int,
) -> list[PropertyRow] | None:
    """The rows of what is not as expected of steps under other readings; None after Ctrl-C."""
    begun = time.perf_counter()
    played = _games(run, instance, system, native, readings, games)
    if played.interrupted:
        return None
    beside = Run(run.ruleset, run.mode, replace(run.options, readings=readings, evidence=None))
    beside.workshops = run.workshops
    workshop = run.workshop(instance.name)
    numbers = {judge.name: number for number, judge in enumerate(system.judges)}
    size = f"{played.games:,} games, {played.steps:,} steps"
    for decl in asked:
        met = played.failing[numbers[decl.name]]
        if not met.count or met.state is None:
            continue
        if decl.expected(instance.name, tuple(readings.values())).outcome == "fails":
            continue
        share: dict[str, Any] = {"engine": "play", "seconds": time.perf_counter() - begun, "detail": size}
        codes = _cut(beside, decl, instance.name, played.replay(met.state))
        beside.add(workshop, decl, "fails", Class.WITNESSED, codes=codes, **share)
    return [row for row in beside.report.properties if row.state == "unexpected"]


def _cut(run: Run, decl: PropertyDecl, name: str, codes: list[int]) -> list[int]:
    """The play up to the first step that is not as the property says, by the interpreter."""
    workshop = run.workshop(name)
    interpreter = workshop.interpreter(run.options.readings)
    states = interpreter.replay(workshop.steps(codes))
    for done in range(1, len(states)):
        if not interpreter.judge_step(decl, states[done], states[done - 1]):
            return codes[:done]
    return codes


def _compiled(system: ir.System, kernels: Any) -> Native:
    from queensbench.engines.runtime.kernels import add_kernels
    from queensbench.readers.native.program import compile_system

    return compile_system(system, counters=False, extra=lambda module: add_kernels(module, system, kernels))
