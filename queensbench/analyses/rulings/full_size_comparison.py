"""The comparison of readings at full size as an audit makes it: beside what it has found of small boxes already."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from queensbench.analyses.rulings.proof_or_play import Comparing, Limits
from queensbench.analyses.rulings.ruling_rows import BoxRow, Witness
from queensbench.analyses.verdicts.run import Run
from queensbench.language.modes import Instance


class AuditComparing(Comparing):
    """Comparing without another exploration: the small boxes have been compared already, and show nothing.

    ``told``: rulings that matter in a small box beside other readings; no more is asked of these.
    """

    def __init__(self, run: Run, full: str, told: Collection[str], limits: Limits) -> None:
        super().__init__(
            run.box(full),
            run.options.readings,
            limits=limits,
            progress=lambda text: run.say(text, full),
        )
        self.told = told
        self.beside: dict[str, list[Witness]] = {}

    def searched(self, row: BoxRow, number: int) -> None:
        """Do nothing: it is ``queensbench compare`` that walks ten times as many games."""

    def exhausted(self, row: BoxRow, number: int, instance: Instance) -> bool:
        """Do nothing: small instances have been compared already."""
        return False

    def elsewhere(self, name: str, number: int) -> Iterator[Witness]:
        """Differences beside other readings, looked for once."""
        if name in self.told:
            return
        if name not in self.beside:
            self.beside[name] = list(super().elsewhere(name, number))
        yield from self.beside[name]

    def beside_all(self, row: BoxRow, number: int) -> None:
        """Ask whether a ruling matters beside any readings of the others, unless it is known to do so."""
        if row.ruling not in self.told:
            super().beside_all(row, number)
