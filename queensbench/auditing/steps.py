"""Properties of steps in an audit: exhausted where an instance is explored, sampled where it is played.

They are judged on a system whose states remember the state before (:mod:`queensbench.readers.stepping`); its plays
are plays of the rules as they are, and a play against a property is judged again by the interpreter.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from queensbench.auditing.rows import PropertyRow
from queensbench.auditing.run import MAX_STEPS, Run
from queensbench.auditing.sampled import games_of
from queensbench.kept import decoded
from queensbench.language.modes import Instance
from queensbench.language.properties import Class, PropertyDecl
from queensbench.readers import ir

if TYPE_CHECKING:
    from queensbench.evidence.keys import Key
    from queensbench.readers.native import Native


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
    if not left:
        return
    from queensbench.readers.stepping import build_stepping

    label = f"{run.ruleset.name}/{run.mode.name} {instance.name}"
    run.options.progress(f"{label}: the state after each step beside the one before")
    system = build_stepping(run.mode, instance, ruleset=run.ruleset.name, clauses=run.ruleset.clause_names)
    (_explored if instance.explore else _played)(run, instance, system, left)


def _explored(run: Run, instance: Instance, system: ir.System, left: list[tuple[PropertyDecl, Key]]) -> None:
    """Every step between two states, as far as the budget goes."""
    from queensbench.engines.explore import explore
    from queensbench.engines.explore_kernels import EXPLORER

    begun = time.perf_counter()
    native = _compiled(system, EXPLORER)
    workshop = run.workshop(instance.name)
    with workshop.told():
        found = explore(
            native,
            system,
            workshop.raw(run.options.readings),
            workshop.parameters(),
            max_states=run.options.budget or instance.budget,
            progress=lambda states, level: run.options.progress(
                f"{run.ruleset.name}/{run.mode.name} {instance.name}: {states:,} steps, level {level}"
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


def _played(run: Run, instance: Instance, system: ir.System, left: list[tuple[PropertyDecl, Key]]) -> None:
    """The steps of random games: of the first of those in which states are judged."""
    from queensbench.engines.play import playouts
    from queensbench.engines.play_kernels import PLAYER

    begun = time.perf_counter()
    workshop = run.workshop(instance.name)
    games = games_of(run, workshop, steps=True)
    native = _compiled(system, PLAYER)
    with workshop.told():
        played = playouts(
            native,
            system,
            workshop.raw(run.options.readings),
            workshop.parameters(),
            games=games,
            seed=run.options.seed,
            max_steps=MAX_STEPS,
        )
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
    from queensbench.engines.kernels import add_kernels
    from queensbench.readers.native import compile_system

    return compile_system(system, counters=False, extra=lambda module: add_kernels(module, system, kernels))
