"""The audit of one instance, as verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from queensbench.analyses.audit.one_mode import ModeAudit
from queensbench.analyses.verdicts.run import Options
from queensbench.api.audit_results import verdict_of
from queensbench.api.results import Verdicts
from queensbench.engines.runtime.box import Box
from queensbench.project.projects import Ruleset
from queensbench.project.register.entries import require_known
from queensbench.rules.system import properties_of, steps_of


def audited(
    ruleset: Ruleset,
    box: Box,
    readings: Mapping[str, Any],
    *,
    properties: Sequence[str],
    proofs: bool,
    budget: int | None,
    games: int,
    seed: int,
    progress: Callable[[str], None],
) -> Verdicts:
    """Judge the properties of a box under readings.  Raises BadInput for unknown names."""
    asked = (*properties_of(box.mode, box.instance), *steps_of(box.mode, box.instance))
    require_known("property", properties, sorted(decl.name for decl in asked))
    options = Options(
        games=games,
        seed=seed,
        budget=budget,
        rulings=False,
        elsewhere=False,
        studies=False,
        proofs=proofs,
        progress=progress,
        properties=properties,
        instances=(box.instance.name,),
        readings=readings,
    )
    audit = ModeAudit(ruleset, box.mode, options)
    audit.found.boxes[box.instance.name] = box
    audit.run()
    rows = [row for row in audit.report.properties if row.instance == box.instance.name]
    mode = f"{ruleset.name}/{box.mode.name}"
    return Verdicts(
        mode=mode,
        instance=box.instance.name,
        data={"mode": mode, "instance": box.instance.name, "properties": [row.as_json() for row in rows]},
        verdicts=tuple(map(verdict_of, rows)),
        interrupted=audit.report.interrupted,
    )
