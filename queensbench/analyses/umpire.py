"""What a table cannot settle without an umpire: hidden information, and effects that are due at the same time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from queensbench.engines.boxes import boxed
from queensbench.engines.compare.effect_orders import FAULT, Ordered, TimeOver, orders
from queensbench.engines.runtime.box import Box
from queensbench.errors import BadInput
from queensbench.evidence.cache import Evidence, VerdictCache
from queensbench.language.modes import Mode
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
    """What needs an umpire in one mode, as data.

    ``peeks``: guards that their own decider cannot judge.  ``unchecked``: moves whose guards the others cannot
    judge, and whether the move names what is asked for.  ``orders``: effects in one order, with what the reverse
    changes on the instances that are explored (``instances``, or all whose readings are compared).  ``left``: the
    instances that were not looked at to the end within ``seconds``, of which nothing is said.  Raises BadInput for an
    instance that is not explored, and KeyboardInterrupt.
    """
    ends = time.monotonic() + seconds
    kept = VerdictCache(evidence, ruleset, mode, readings)
    boxes = [
        i for i in mode.all_instances() if i.explore and (i.name in instances if instances else i.compare)
    ]
    for name in instances:
        if not any(box.name == name for box in boxes):
            found = projects.mode_instance(mode, name)
            raise BadInput(
                f"instance {found.name} is played, not explored", remedy="name one that is explored"
            )
    key = kept.key("umpire", "seen", mode.full)
    seen: dict[str, Any] | None = kept.get(key, dict)
    if seen is None:
        progress(f"{ruleset.name}/{mode.name}: who sees what")
        seen = _seen(boxed(ruleset, mode, mode.full))
        kept.put(key, seen)
    rows: dict[tuple[str, str, int], dict[str, Any]] = {}
    looked: list[dict[str, Any]] = []
    left: list[str] = []
    for box in boxes:
        key = kept.key("umpire", "orders", box, budget=budget or box.budget)
        data: dict[str, Any] | None = kept.get(key, dict)
        if data is None and time.monotonic() > ends:
            left.append(box.name)
            continue
        if data is None:
            workshop = boxed(ruleset, mode, box)
            told = f"{ruleset.name}/{mode.name} {box.name}: "
            try:
                found_, complete = orders(
                    workshop,
                    readings,
                    max_states=budget,
                    ends=ends,
                    progress=lambda text, told=told: progress(told + text),  # type: ignore[misc]
                )
            except TimeOver:
                left.append(box.name)
                continue
            data = {"orders": _numbered(found_), "complete": complete}
            kept.put(key, data)
        looked.append({"instance": box.name, "complete": data["complete"]})
        for row in data["orders"]:
            _strongest(rows, row | {"instance": box.name})
    return {
        "mode": f"{ruleset.name}/{mode.name}",
        "instances": looked,
        "left": left,
        **seen,
        "orders": sorted(
            rows.values(), key=lambda row: (STRENGTH.index(row["matters"]), row["rule"], row["number"])
        ),
    }


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


def _seen(workshop: Box) -> dict[str, Any]:
    def row(one: Any) -> dict[str, Any]:
        return {"move": one.transition, "reads": one.field, "place": Path(one.place).name, "why": one.why}

    return {
        "peeks": [row(peek) for peek in peeks(workshop.system, workshop.mode)],
        "unchecked": [
            row(one) | {"named_by_move": one.by_move} for one in unchecked(workshop.system, workshop.mode)
        ],
    }
