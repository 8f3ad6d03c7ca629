"""The points that a table cannot settle by itself, as a result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from queensbench.analyses.umpire import umpired
from queensbench.api.results import Points
from queensbench.api.store import Store, evidence_of
from queensbench.language.modes import Mode
from queensbench.project.projects import Ruleset


def points(
    ruleset: Ruleset,
    mode: Mode,
    *,
    readings: Mapping[str, Any],
    instances: Sequence[str],
    budget: int | None,
    seconds: float,
    store: Store | None,
    progress: Callable[[str], None],
) -> Points:
    """See :meth:`Game.umpire`."""
    data = umpired(
        ruleset,
        mode,
        readings=readings,
        instances=instances,
        budget=budget,
        seconds=seconds,
        evidence=evidence_of(store),
        progress=progress,
    )
    return Points(
        mode=data["mode"],
        instance=", ".join(row["instance"] for row in data["instances"]),
        data=data,
        peeks=tuple((row["move"], row["reads"]) for row in data["peeks"]),
        unchecked=tuple((row["move"], row["reads"]) for row in data["unchecked"]),
        orders=tuple((row["rule"], row["matters"]) for row in data["orders"] if row["matters"] != "not-seen"),
        left=tuple(data["left"]),
    )
