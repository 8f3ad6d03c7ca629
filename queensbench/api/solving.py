"""Best play of a session, and its instance for other tools; loaded when the first question is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from queensbench.analyses import best_play
from queensbench.analyses import export as exports
from queensbench.api.in_force import InForce, path_of
from queensbench.api.results import Exported, Solution, Value
from queensbench.api.store import Store, evidence_of
from queensbench.engines.solve.objectives import aims_of
from queensbench.evidence.cache import VerdictCache
from queensbench.project import projects
from queensbench.project.projects import Ruleset

Progress = Callable[[str], None]


def solve(
    rules: InForce,
    ruleset: Ruleset | None,
    objective: str,
    *,
    player: str,
    least: bool,
    silent: int | str,
    at_least: Sequence[int],
    against: Sequence[str] = (),
    budget: int | None,
    store: Store | None,
    progress: Progress,
) -> Solution:
    """See :meth:`Session.solve`."""
    box = rules.box
    ruleset = ruleset or projects.load(only=[box.ruleset]).ruleset(box.ruleset)
    cache = VerdictCache(evidence_of(store), ruleset, box.mode, rules.readings)
    aims = aims_of(box.system, objective, player, least=least)
    other = {**rules.readings, **projects.readings_of(box.mode, against)} if against else None
    request = best_play.SolveRequest(box, rules.readings, cache, aims, silent, budget, other)
    data = best_play.solved_data(request, progress)
    for aim in data["aims"]:
        if at_least and aim["ends"] is not None and aim["ends"]["scores"]:
            aim["at_least"] = best_play.reaching(aim, at_least)
    return Solution(
        mode=data["mode"],
        instance=data["instance"],
        data=data,
        complete=data["complete"],
        values=tuple(_value(aim) for aim in data["aims"]),
    )


def exported(
    rules: InForce,
    to: str,
    *,
    fix: str,
    objective: str,
    player: str,
    least: bool,
    most: int,
    progress: Progress,
) -> Exported:
    """See :meth:`Session.export`."""
    exports.require_askable(to, fix=fix, aimed=bool(objective or player or least))
    box = rules.box
    made = exports.export(
        box,
        rules.readings,
        fix=fix,
        objective=objective,
        player=player,
        least=least,
        most=most,
        progress=progress,
    )
    data: dict[str, Any] = {
        "mode": path_of(rules),
        "instance": box.instance.name,
        "format": to,
        "states": made.states,
        "transitions": made.transitions,
        "value": made.fixed,
    }
    return Exported(
        mode=data["mode"],
        instance=data["instance"],
        data=data,
        text=made.text,
        states=made.states,
        transitions=made.transitions,
        value=made.fixed,
    )


def _value(aim: Mapping[str, Any]) -> Value:
    value = aim["value"]
    low, high = (value["fraction"], value["fraction"]) if value["exact"] else (value["low"], value["up"])
    return Value(aim["aim"], value["exact"], Fraction(low), Fraction(high))
