"""The plays of an audit, stored as files that ``queensbench replay`` reads."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.rulings.ruling_rows import RulingRow
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.evidence import plays
from queensbench.project.projects import Project, mode_instance, readings_of
from queensbench.readers.interpreter import Interpreter


def store_plays(loaded: Project, reports: Iterable[ModeReport], folder: Path) -> None:
    """Store every play of the reports as ITF; plays that would have the same file are numbered."""
    used: set[Path] = set()
    for found in reports:
        ruleset = loaded.ruleset(found.ruleset)
        mode = ruleset.mode(found.mode)
        rows: list[PropertyRow | RulingRow] = [*found.properties, *found.rulings]
        for row in rows:
            if row.play is None:
                continue
            box = mode_instance(mode, row.play.instance)
            readings = readings_of(mode, [f"{k}={v}" for k, v in row.play.readings.items()], every=True)
            name = re.sub(r"[^a-z0-9]+", "-", f"{found.mode}-{row.name}-{row.play.instance}".lower())
            place = folder / ruleset.name / f"{name}.itf.json"
            number = 1
            while place in used:
                number += 1
                place = place.with_name(f"{name}-{number}.itf.json")
            used.add(place)
            plays.save(row.play, Interpreter(mode, box, readings), place)
