"""The studies of a mode's record, answered."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from queensbench.auditing.rows import StudyRow
from queensbench.auditing.run import Run
from queensbench.kept import decoded, encoded
from queensbench.language.modes import Instance
from queensbench.language.studies import StudyDecl
from queensbench.language.studies import declared as studies_declared
from queensbench.project import rulings_of
from queensbench.readers.interpreter import Interpreter

if TYPE_CHECKING:
    from queensbench.engines.workshop import Workshop


class Bench:
    """What a study works with; see :class:`queensbench.language.studies.Bench`."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def interpreter(self, instance: Instance | str, readings: Mapping[str, Any] | None = None) -> Interpreter:
        """The interpreter of an instance under a reading (for studies)."""
        box = self.run.instance(instance) if isinstance(instance, str) else instance
        return Interpreter(self.run.mode, box, {**self.run.options.readings, **(readings or {})})

    def workshop(self, name: str) -> Workshop:
        """The engines of a declared instance (for studies)."""
        return self.run.workshop(name)

    def explored(self) -> tuple[str, ...]:
        """The instances that are explored (for studies)."""
        return tuple(i.name for i in self.run.mode.all_instances() if i.explore)

    def rulings(self) -> Mapping[str, tuple[Any, ...]]:
        """The readings of every ruling, the house reading first (for studies)."""
        return {
            d.name: (d.house, *(r for r in d.readings if r is not d.house)) for d in rulings_of(self.run.mode)
        }


def run_studies(run: Run) -> None:
    """Answer the studies of the mode's record."""
    for decls in studies_declared.values():
        for decl in decls:
            if not issubclass(run.mode.state, decl.state):
                continue
            key = run.kept.key("study", decl.name)
            row = run.kept.get(key, decoded(StudyRow))
            if row is None:
                row = answered(run, decl)
                run.kept.put(key, encoded(row))
            run.report.studies.append(row)


def answered(run: Run, decl: StudyDecl) -> StudyRow:
    """The answer to a study."""
    run.options.progress(f"{run.ruleset.name}/{run.mode.name}: study {decl.name}")
    begun = time.perf_counter()
    found = decl.run(Bench(run))
    return StudyRow(
        decl.name,
        run.mode.name,
        decl.question,
        found.columns,
        found.rows,
        found.chosen,
        found.findings,
        time.perf_counter() - begun,
    )
