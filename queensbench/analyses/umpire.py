"""Finds the points that need an umpire: hidden information, and effects that are due at the same time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from queensbench.engines.boxes import boxed
from queensbench.engines.compare.effect_orders import FAULT, Ordered, TimeOver, orders
from queensbench.engines.runtime.box import Box
from queensbench.errors import BadInput
from queensbench.evidence.cache import Evidence, VerdictCache
from queensbench.evidence.questions import DATA, Question, Unfinished, answered, unfinished_if
from queensbench.language.modes import Instance, Mode
from queensbench.project import projects
from queensbench.project.projects import Ruleset
from queensbench.rules.guard_visibility import peeks, unchecked

SECONDS = 300.0
"""After so many seconds a mode ends with the instances that it has looked at."""
STRENGTH = ("winner", "ending", "scored", "legal", FAULT, "undecided", "not-seen")


def umpired(
    ruleset: Ruleset,
    mode: Mode,
    *,
    readings: Mapping[str, Any],
    instances: Sequence[str] = (),
    budget: int | None = None,
    seconds: float = SECONDS,
    evidence: Evidence | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """The points of one mode that need an umpire, as data.

    ``peeks``: guards that their own decider cannot judge.  ``unchecked``: moves whose guards the others cannot
    judge, and whether the move names what is asked for.  ``orders``: effects in one order, with what the reverse
    changes on the instances that are explored (``instances``, or all whose readings are compared).  ``left``: the
    instances that were not looked at to the end within ``seconds``, of which nothing is said.  Raises BadInput for an
    instance that is not explored, and KeyboardInterrupt.
    """
    ends = time.monotonic() + seconds
    cache = VerdictCache(evidence, ruleset, mode, readings)
    boxes = _asked(mode, instances)
    label = f"{ruleset.name}/{mode.name}"

    def seen() -> dict[str, Any]:
        progress(f"{label}: who sees what")
        return _seen(boxed(ruleset, mode, mode.full))

    def ordered(instance: Instance) -> dict[str, Any] | Unfinished[dict[str, Any]]:
        if time.monotonic() > ends:
            raise TimeOver
        told = f"{label} {instance.name}: "
        found = orders(
            boxed(ruleset, mode, instance),
            readings,
            max_states=budget,
            ends=ends,
            progress=lambda text: progress(told + text),
        )
        data = {"orders": _numbered(found.found), "complete": found.complete}
        return unfinished_if(not found.lasting, data)

    visible = answered(Question("umpire", "seen", DATA, mode.full), cache, seen)
    rows: dict[tuple[str, str, int], dict[str, Any]] = {}
    looked: list[dict[str, Any]] = []
    left: list[str] = []
    for instance in boxes:
        asked = Question("umpire", "orders", DATA, instance, {"budget": budget or instance.budget})
        try:
            data = answered(asked, cache, partial(ordered, instance))
        except TimeOver:
            left.append(instance.name)
            continue
        looked.append({"instance": instance.name, "complete": data["complete"]})
        for row in data["orders"]:
            _strongest(rows, row | {"instance": instance.name})
    ranked = sorted(
        rows.values(), key=lambda row: (STRENGTH.index(row["matters"]), row["rule"], row["number"])
    )
    return {"mode": label, "instances": looked, "left": left, **visible, "orders": ranked}


def _asked(mode: Mode, names: Sequence[str]) -> list[Instance]:
    """The instances named, or all whose readings are compared.  Raises BadInput for one that is not explored."""
    boxes = [i for i in mode.all_instances() if i.explore and (i.name in names if names else i.compare)]
    for name in names:
        if not any(instance.name == name for instance in boxes):
            found = projects.mode_instance(mode, name)
            raise BadInput(
                f"instance {found.name} is played, not explored", remedy="name one that is explored"
            )
    return boxes


def _numbered(found: Sequence[Ordered]) -> list[dict[str, Any]]:
    """The rows, those of one rule numbered: instances differ in how many loops take more than one value."""
    out: list[dict[str, Any]] = []
    for one in found:
        row = one.as_json()
        row["place"] = Path(row["place"]).name
        row["number"] = sum(other["rule"] == row["rule"] and other["kind"] == row["kind"] for other in out)
        out.append(row)
    return out


def _strongest(rows: dict[tuple[str, str, int], dict[str, Any]], row: dict[str, Any]) -> None:
    """Keep, of one order on several instances, the strongest difference; of equals one that comes up."""
    key = (row["kind"], row["rule"], row["number"])
    before = rows.get(key)

    def rank(one: dict[str, Any]) -> tuple[int, bool]:
        return STRENGTH.index(one["matters"]), not one["consulted"]

    if before is None or rank(row) < rank(before):
        rows[key] = row


def _seen(box: Box) -> dict[str, Any]:
    def row(one: Any) -> dict[str, Any]:
        return {"move": one.transition, "reads": one.field, "place": Path(one.place).name, "why": one.why}

    return {
        "peeks": [row(peek) for peek in peeks(box.system, box.mode)],
        "unchecked": [row(one) | {"named_by_move": one.by_move} for one in unchecked(box.system, box.mode)],
    }
