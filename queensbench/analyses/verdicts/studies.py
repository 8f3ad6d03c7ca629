"""The studies of a mode's record, answered."""

from __future__ import annotations

import multiprocessing
import signal
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.rows import StudyRow
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.engines.runtime import gc_policy
from queensbench.errors import BadInput, QueensbenchError
from queensbench.evidence.internal_errors import TOOLKIT
from queensbench.evidence.questions import Question, answered, row_form, stored
from queensbench.language.modes import Instance
from queensbench.language.studies import Study, StudyDecl
from queensbench.language.studies import declared as studies_declared
from queensbench.project.projects import find_root, load, rulings_of
from queensbench.readers.interpreter import Interpreter

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from queensbench.engines.runtime.box import Box


class Bench:
    """What a study works with; see :class:`queensbench.language.studies.Bench`."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def interpreter(self, instance: Instance | str, readings: Mapping[str, Any] | None = None) -> Interpreter:
        """The interpreter of an instance under a reading (for studies)."""
        box = self.run.instance(instance) if isinstance(instance, str) else instance
        return Interpreter(self.run.mode, box, {**self.run.options.readings, **(readings or {})})

    def workshop(self, name: str) -> Box:
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


class Studies:
    """The studies of the mode's record: :meth:`begin` those that stand alone, anything else, then :meth:`rows`."""

    def __init__(self, run: Run) -> None:
        self.found = run
        self.pipes: dict[str, Connection] = {}
        self.processes: list[SpawnProcess] = []

    def decls(self) -> list[StudyDecl]:
        """The studies of the mode's record."""
        every = [decl for decls in studies_declared.values() for decl in decls]
        return [decl for decl in every if issubclass(self.found.mode.state, decl.state)]

    def stored(self, decl: StudyDecl) -> StudyRow | None:
        """The answer that is stored."""
        return stored(self._question(decl), self.found.cache)

    def _question(self, decl: StudyDecl) -> Question[StudyRow]:
        return Question("study", decl.name, row_form(StudyRow))

    def begin(self) -> None:
        """Begin those that stand alone and are not stored, each in a process of its own."""
        run = self.found
        if not run.options.studies:
            return
        asked = [decl for decl in self.decls() if decl.alone and self.stored(decl) is None]
        readings = {name: reading.name for name, reading in run.options.readings.items()}
        for decl in asked:
            context = multiprocessing.get_context("spawn")
            mine, theirs = context.Pipe()
            told = (str(find_root()), run.ruleset.name, run.mode.name, readings, decl.name, theirs)
            process = context.Process(target=_alone, args=told, daemon=True)
            process.start()
            theirs.close()
            self.pipes[decl.name] = mine
            self.processes.append(process)

    def rows(self) -> Iterator[StudyRow]:
        """The answers to them all; those that were begun are waited for."""
        for decl in self.decls():
            yield answered(self._question(decl), self.found.cache, partial(self._found, decl))

    def stop(self) -> None:
        """End what still runs."""
        for process in self.processes:
            process.kill()
            process.join()

    def _found(self, decl: StudyDecl) -> StudyRow:
        self.found.say(f"study {decl.name}")
        return self._received(decl) or study_row(self.found, decl)

    def _received(self, decl: StudyDecl) -> StudyRow | None:
        """The answer of the study's process; None if there is no process, or it ended without an answer."""
        pipe = self.pipes.pop(decl.name, None)
        if pipe is None:
            return None
        with suppress(EOFError, OSError):
            row: StudyRow | None = pipe.recv()
            return row
        return None


def _alone(
    root: str, ruleset: str, mode: str, readings: Mapping[str, str], name: str, pipe: Connection
) -> None:
    """Answer one study in this process.  What goes wrong ends it without an answer, and the audit tries again."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the audit, which ends this process
    with suppress(Exception):
        gc_policy.seldom()
        found = load(Path(root)).ruleset(ruleset)
        asked = found.mode(mode)
        rulings = {decl.name: decl for decl in rulings_of(asked)}
        chosen = {of: next(r for r in rulings[of].readings if r.name == to) for of, to in readings.items()}
        run = Run(found, asked, Options(readings=chosen))
        (decl,) = (one for one in Studies(run).decls() if one.name == name)
        pipe.send(study_row(run, decl))


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
            elif file.is_relative_to(find_root()):
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
