"""Exhausting an instance: what its states and the graph of them tell of every property.

Engines are imported where they are used: what is found in the store needs none.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.rows import InstanceRow
from queensbench.analyses.verdicts.run import Run
from queensbench.analyses.verdicts.words import count, ends_text, reason_text
from queensbench.evidence.cache import decoded, encoded
from queensbench.evidence.keys import Key
from queensbench.language.properties import Class, PropertyDecl
from queensbench.rules.system import PROBED

if TYPE_CHECKING:
    from queensbench.engines.explore.state_space import Exploration
    from queensbench.engines.graphs.games import Game
    from queensbench.engines.graphs.questions import GraphAnswer
    from queensbench.engines.runtime.box import Box

EDGES = 40_000_000


def stored(run: Run, name: str) -> bool:
    """Whether what an instance came to is stored."""
    return run.kept.get(run.keys(name, "explore", ())[0], decoded(InstanceRow)) is not None


def explore(run: Run, name: str) -> None:
    """Exhaust an instance: every property that its states and its graph can tell."""
    asked = list(run.wanted(name))
    whole, keys = run.keys(name, "explore", asked)
    complete, rows = run.recalled(whole, keys)
    if complete:
        return
    from queensbench.engines.explore.explorations import exploration_of
    from queensbench.engines.graphs.games import game_of

    workshop = run.workshop(name)
    label = f"{run.ruleset.name}/{run.mode.name} {name}"
    run.options.progress(f"{label}: exploring")
    begun = time.perf_counter()
    found = exploration_of(
        workshop,
        run.options.readings,
        max_states=run.options.budget,
        progress=lambda states, level: run.options.progress(f"{label}: {states:,} states, level {level}"),
    )
    seconds = time.perf_counter() - begun
    if found.interrupted:
        run.report.interrupted = True
    summary = InstanceRow(
        {
            "instance": name,
            "engine": "explore",
            "complete": found.complete,
            "reason": reason_text(found.reason, found.states),
            "states": found.states,
            "transitions": found.transitions,
            "choices": found.levels,
            "steps": found.steps_most,
            "ends": {ends_text(workshop, who): first.count for who, first in found.ends.items()},
            "silent": sum(first.count for first in found.silences),
            "deadlocks": found.deadlocks.count,
            "seconds": round(seconds, 3),
        },
        seconds,
        clauses={name: times for name, times in found.clauses.items() if times},
    )
    run.show(summary)
    if not found.interrupted:
        run.kept.put(whole, encoded(summary))
    numbers = {judge.name: j for j, judge in enumerate(workshop.system.judges)}
    size = f"{found.states:,} states"
    if not found.complete:
        size = f"{found.states:,} states, stopped by {reason_text(found.reason, found.states)}"
    game: Game | None = None
    for decl, key, row in zip(asked, keys, rows, strict=True):
        if row is not None:
            run.report.properties.append(row)
            continue
        share = {"engine": "explore", "seconds": seconds, "detail": size, "key": key}
        if decl.kind in PROBED:
            first = found.failing[numbers[decl.name]]
            codes = found.moves_to(first.state) if first.state is not None else None
            probe(run, workshop, decl, found, codes, first.count, share)
        elif decl.kind == "bounds":
            bounds(run, workshop, decl, found, share)
        elif not found.complete:
            run.add(workshop, decl, "unknown", None, **share)  # type: ignore[arg-type]
        elif found.transitions > EDGES:
            share["detail"] = f"{found.transitions:,} transitions, more than {EDGES:,}"
            run.add(workshop, decl, "unknown", None, **share)  # type: ignore[arg-type]
        else:
            run.options.progress(f"{label}: graph of {found.transitions:,} transitions, {decl.name}")
            if game is None:
                game = game_of(found, max_edges=EDGES)
            graph(run, workshop, decl, found, game, key)


def probe(
    run: Run,
    workshop: Box,
    decl: PropertyDecl,
    found: Exploration,
    codes: list[int] | None,
    count: int,
    share: Mapping[str, Any],
) -> None:
    """A predicate, judged at every state."""
    if decl.kind == "reachable":
        if codes is not None:
            choices = found.choices(found.failing[_number(workshop, decl)].state or 0)
            detail = f"{share['detail']}; first after {choices} choices, {len(codes)} steps"
            run.add(workshop, decl, "holds", Class.WITNESSED, codes=codes, **{**share, "detail": detail})
        elif found.complete:
            met = [name for name, times in found.clauses.items() if times]
            run.add(workshop, decl, "fails", Class.EXHAUSTED, met=met, **share)
        else:
            run.add(workshop, decl, "unknown", None, **share)
    elif codes is not None:
        detail = f"{share['detail']}; {count:,} against it, first after {len(codes)} steps"
        run.add(workshop, decl, "fails", Class.EXHAUSTED, codes=codes, **{**share, "detail": detail})
    elif found.complete:
        run.add(workshop, decl, "holds", Class.EXHAUSTED, **share)
    else:
        run.add(workshop, decl, "unknown", None, **share)


def bounds(run: Run, workshop: Box, decl: PropertyDecl, found: Exploration, share: Mapping[str, Any]) -> None:
    """The least and the greatest final score, each reached by a play."""
    if not found.complete or not found.scores:
        run.add(workshop, decl, "unknown", None, **share)
        return
    least = min(found.scores, key=lambda e: e.least)
    greatest = max(found.scores, key=lambda e: e.greatest)
    detail = f"{share['detail']}; scores {least.least} to {greatest.greatest}"
    wrong_low = decl.least is not None and least.least != decl.least
    wrong_high = decl.greatest is not None and greatest.greatest != decl.greatest
    verdict = "fails" if wrong_low or wrong_high else "holds"
    state = least.least_state if wrong_low else greatest.greatest_state
    run.add(
        workshop,
        decl,
        verdict,
        Class.EXHAUSTED,
        codes=found.moves_to(state),
        **{**share, "detail": detail},
    )


def graph(run: Run, workshop: Box, decl: PropertyDecl, found: Exploration, game: Game, key: Key) -> None:
    """What only the whole graph can tell."""
    from queensbench.engines.graphs.questions import can_always, ends

    begun = time.perf_counter()
    codes: list[int] | None = None
    loop = 0
    if decl.kind == "can_always":
        outcome = can_always(game, decl.against)
        what = "from which no end can be reached"
        if outcome.play is not None:
            codes = list(outcome.play)
    elif decl.kind == "can_reach":
        outcome, what = reach(workshop, decl, found, game)
        if outcome.play is not None:
            codes = list(outcome.play)
    else:
        outcome = ends(game, decl.against, sure=decl.sure)
        what = "from which play can be kept going"
        lasso = outcome.witness
        if lasso is not None:
            codes = [*lasso.stem, *lasso.loop]
            loop = len(lasso.loop)
            what += f"; {len(lasso.stem)} steps to a loop of {len(lasso.loop)}"
    failing = int(outcome.failing.sum())
    run.add(
        workshop,
        decl,
        "unknown" if outcome.holds is None else "holds" if outcome.holds else "fails",
        None if outcome.holds is None else Class.EXHAUSTED,
        engine="graph",
        seconds=time.perf_counter() - begun,
        detail=f"{found.states:,} states; {failing:,} {what}",
        codes=codes if outcome.holds is False else None,
        key=key,
        loop=loop,
    )


def reach(workshop: Box, decl: PropertyDecl, found: Exploration, game: Game) -> tuple[GraphAnswer, str]:
    """Whether the target of a ``can_reach`` can be reached, and in words of how many states that is said."""
    from queensbench.engines.graphs.games import judged
    from queensbench.engines.graphs.questions import can_reach

    names = [judge.name for judge in workshop.system.judges]
    # The states that a property means are those where its judge fails: a ``reachable`` is judged by its opposite.
    goal = ~judged(found, game, names.index(decl.target))
    since = ~judged(found, game, names.index(decl.since)) if decl.since else None
    outcome = can_reach(game, goal, decl.against, since=since)
    asked = game.states if since is None else int(since.sum())
    what = f"of {asked:,} from which {decl.target} cannot be reached"
    if outcome.play is not None:
        going_on = int((outcome.failing & ~game.ends()).sum())
        choices = sum(code < workshop.coding.chance_base for code in outcome.play)
        what += f", {going_on:,} of them before an end"
        what += f"; first after {count(choices, 'choice')}, {count(len(outcome.play), 'step')}"
    return outcome, what


def _number(workshop: Box, decl: PropertyDecl) -> int:
    return [judge.name for judge in workshop.system.judges].index(decl.name)
