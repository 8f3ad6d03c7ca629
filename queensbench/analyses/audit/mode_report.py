"""The report of a mode: all that its audit found, as rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from queensbench.analyses.rulings.ruling_rows import RulingRow
from queensbench.analyses.verdicts.rows import InstanceRow, ProofsRow, PropertyRow, StudyRow, mark
from queensbench.evidence.verdicts_lock import Basis


@dataclass
class ModeReport:
    """The results of one mode's audit.

    ``reading``: how it was read, but for rows that name another reading.  ``full``: the name of the box as sold.
    ``played``: the results of that box's random games; until these are there, those of another box.  ``basis``: what
    its proofs rest on, where they are left to ``queensbench audit --confirm`` (None also where nothing is stored).
    """

    ruleset: str
    title: str
    mode: str
    reading: str = "house"
    properties: list[PropertyRow] = field(default_factory=list)
    rulings: list[RulingRow] = field(default_factory=list)
    studies: list[StudyRow] = field(default_factory=list)
    proofs: ProofsRow | None = None
    proofs_left: str = ""
    basis: Basis | None = None
    instances: list[dict[str, Any]] = field(default_factory=list)
    unused_clauses: list[str] = field(default_factory=list)
    peeks: list[str] = field(default_factory=list)
    interrupted: bool = False
    full: str = ""
    played: InstanceRow | None = None

    def add(self, found: InstanceRow | PropertyRow | StudyRow) -> None:
        """Add an answer."""
        if isinstance(found, InstanceRow):
            self._add_instance(found)
        elif isinstance(found, PropertyRow):
            self.properties.append(found)
        else:
            self.studies.append(found)

    def _add_instance(self, found: InstanceRow) -> None:
        """Add the results of an instance.

        Of several that are played at random a clause is unused if none of them came to it; the shares of rulings are
        those of the full box.
        """
        self.instances.append({**found.row, **mark(found.cached)})
        if found.rulings is None:
            return
        unused = self.unused_clauses if self.played is not None else found.unused
        self.unused_clauses = [clause for clause in unused if clause in found.unused]
        if self.played is None or found.row["instance"] == self.full:
            self.played = found

    def add_components(self, found: Mapping[str, Any]) -> None:
        """Add what was found of the components of the box as sold to its row."""
        for row in self.instances:
            if row["instance"] == self.full and found["rows"]:
                row["table_and_play"] = {"orders": [], "left_out": "", **found}


def exit_code(reports: Sequence[ModeReport], *, fault: int = 0) -> int:
    """0 when all is as expected, 1 when a verdict is not, 3 for an unexpected unknown, 130 after Ctrl-C.

    ``fault``: the exit code of the faults in which audits of modes have ended.
    """
    if any(report.interrupted for report in reports):
        return 130
    if fault:
        return fault
    states = {row.state for report in reports for row in report.properties}
    if "unexpected" in states:
        return 1
    return 3 if "unknown" in states else 0
