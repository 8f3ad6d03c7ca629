"""The studies of a mode's record, answered."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.rows import StudyRow
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.engines.runtime.pool import Answering, Pool
from queensbench.errors import BadInput, QueensbenchError
from queensbench.evidence.internal_errors import TOOLKIT
from queensbench.evidence.questions import Question, answered, row_form, stored
from queensbench.language.modes import Instance
from queensbench.language.studies import Study, StudyDecl
from queensbench.language.studies import declared as studies_declared
from queensbench.project.projects import load, rulings_of
from queensbench.readers.interpreter import Interpreter

if TYPE_CHECKING:
    from queensbench.engines.runtime.box import Box


class Bench:
    """The means of a study; see :class:`queensbench.language.studies.Bench`."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def interpreter(self, instance: Instance | str, readings: Mapping[str, Any] | None = None) -> Interpreter:
        """The interpreter of an instance under a reading (for studies)."""
        box = self.run.instance(instance) if isinstance(instance, str) else instance
        return Interpreter(self.run.mode, box, {**self.run.options.readings, **(readings or {})})

    def box(self, instance: Instance | str) -> Box:
        """The box of a declared instance, or of one of the study's own (for studies)."""
        if isinstance(instance, str):
            return self.run.box(instance)
        from queensbench.engines.boxes import boxed

        return boxed(self.run.ruleset, self.run.mode, instance)

    def explored(self) -> tuple[str, ...]:
        """The instances that are explored (for studies)."""
        return tuple(i.name for i in self.run.mode.all_instances() if i.explore)

    def rulings(self) -> Mapping[str, tuple[Any, ...]]:
        """The readings of every ruling, the house reading first (for studies)."""
        return {
            d.name: (d.house, *(r for r in d.readings if r is not d.house)) for d in rulings_of(self.run.mode)
        }


class Studies:
    """The studies of the mode's record: :meth:`begin` those that stand alone, anything else, then :meth:`rows`."""

    def __init__(self, run: Run) -> None:
        self.found = run
        self.received: dict[str, StudyRow | None] = {}
        self.pool: Pool[str] | None = None

    def decls(self) -> list[StudyDecl]:
        """The studies of the mode's record."""
        every = [decl for decls in studies_declared.values() for decl in decls]
        return [decl for decl in every if issubclass(self.found.mode.state, decl.state)]

    def stored(self, decl: StudyDecl) -> StudyRow | None:
        """The answer that is stored; None without one."""
        return stored(self._question(decl), self.found.cache)

    def _question(self, decl: StudyDecl) -> Question[StudyRow]:
        return Question("study", decl.name, row_form(StudyRow), rests="study")

    def begin(self) -> None:
        """Begin the studies that stand alone and are not stored, each in a process of its own."""
        run = self.found
        if not run.options.studies:
            return
        asked = [decl.name for decl in self.decls() if decl.alone and self.stored(decl) is None]
        if not asked:
            return
        readings = {name: reading.name for name, reading in run.options.readings.items()}
        given = str(run.root), run.ruleset.name, run.mode.name, readings
        self.pool = Pool(answering, *given, called="a process that answers a study")
        for place, name in enumerate(asked):
            self.pool.submit(place, name)

    def rows(self) -> Iterator[StudyRow]:
        """The answers to all studies, after those that were begun have ended."""
        yield from map(self.row, self.decls())

    def row(self, decl: StudyDecl) -> StudyRow:
        """The answer to one study."""
        return answered(self._question(decl), self.found.cache, partial(self._found, decl))

    def stop(self) -> None:
        """End the processes that still run."""
        if self.pool is not None:
            self.pool.close()

    def _found(self, decl: StudyDecl) -> StudyRow:
        self.found.say(f"study {decl.name}")
        return self._received(decl) or study_row(self.found, decl)

    def _received(self, decl: StudyDecl) -> StudyRow | None:
        """The answer of the study's process; None without one, or if it went wrong there: the audit tries again."""
        while self.pool is not None and decl.name in self.pool.asked.values():
            for said in self.pool.results():
                self.received[said.question] = None if isinstance(said.value, Exception) else said.value
        return self.received.get(decl.name)


def answering(root: str, ruleset: str, mode: str, readings: Mapping[str, str]) -> Answering:
    """The function that answers studies in a process, by their names."""
    found = load(Path(root)).ruleset(ruleset)
    asked = found.mode(mode)
    rulings = {decl.name: decl for decl in rulings_of(asked)}
    chosen = {of: next(r for r in rulings[of].readings if r.name == to) for of, to in readings.items()}
    run = Run(found, asked, Options(readings=chosen, root=Path(root)))
    studies = {decl.name: decl for decl in Studies(run).decls()}
    return lambda name, tell: study_row(run, studies[name])


def _asked(run: Run, decl: StudyDecl) -> Study:
    """Call the study's own function.  Raises BadInput for a fault in that function."""
    try:
        return decl.run(Bench(run))
    except QueensbenchError:
        raise
    except Exception as error:
        place = ""
        for frame, line in traceback.walk_tb(error.__traceback__):  # the innermost that is not a library's
            file = Path(frame.f_code.co_filename)
            if file.is_relative_to(TOOLKIT) and not file.is_relative_to(TOOLKIT / "_bundled"):
                place = ""
            elif file.is_relative_to(run.root):
                place = f"{file}:{line}"
        if not place:
            raise
        raise BadInput(
            f"the study {decl.name} fails: {type(error).__name__}: {error}", where=place, remedy="mend it"
        ) from None


def study_row(run: Run, decl: StudyDecl) -> StudyRow:
    """The answer to a study."""
    begun = time.perf_counter()
    found = _asked(run, decl)
    return StudyRow(
        decl.name,
        run.mode.name,
        decl.question,
        tuple(found.columns),
        tuple(tuple(cells) for cells in found.rows),
        tuple(found.chosen),
        tuple(found.findings),
        time.perf_counter() - begun,
    )
