"""Proofs of one instance by induction, exported or decided again by other solvers where that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queensbench.analyses import confirmation
from queensbench.analyses.audit import contradictions
from queensbench.analyses.verdicts import hints_lock, proofs
from queensbench.engines.confirm.deciding import SECONDS
from queensbench.engines.confirm.record import FOLDER
from queensbench.engines.prove.hints import Hints
from queensbench.engines.prove.induction import DEPTH, RLIMIT
from queensbench.engines.prove.worker_pool import Share
from queensbench.engines.runtime.box import Box
from queensbench.errors import BadInput
from queensbench.evidence.cache import Evidence
from queensbench.project.projects import Ruleset
from queensbench.project.register.entries import require_known
from queensbench.rules.system import properties_of

USE, RECORD, IGNORE = "use", "record", "ignore"
"""What is done with hints."""


@dataclass(frozen=True)
class ProofRequest:
    """A request to prove claims of an instance, with its limits.

    ``properties``: only these (none: all that induction proves).  ``rlimit``: z3's resource
    limit for one goal.  ``depth``: the greatest k of k-induction.  ``seconds``: when to end with what is shown (None:
    never).  ``export``: the folder for SMT-LIB 2 files of what was proved.  ``check``: have it decided again by other
    solvers, each with ``check_seconds`` of its processor a goal.  ``check_questions``: have cvc5 answer z3's own
    questions.  ``warn`` gets a line where some of the ``store`` is not believed; ``fresh``: none of it is used.
    ``hints``: ``use`` or ``ignore`` those in the project's folder (``root``; None: no project), or ``record`` new ones.
    """

    properties: Sequence[str] = ()
    rlimit: int = RLIMIT
    depth: int = DEPTH
    seconds: float | None = None
    export: Path | None = None
    check: bool = False
    check_questions: bool = False
    check_seconds: float = SECONDS
    store: Path | None = None
    fresh: bool = False
    warn: Callable[[str], None] = lambda text: None
    root: Path | None = None
    hints: str = USE

    def hinted(self, box: Box) -> Hints | None:
        """The hints for a mode; None where they are recorded.

        Raises BadInput for a file that cannot be read, and a line that is no hint.
        """
        if self.hints == RECORD:
            return None
        if self.root is None or self.hints == IGNORE:
            return {}
        return hints_lock.read(self.root / hints_lock.NAME, f"{box.ruleset}/{box.mode.name}", box.system)

    def keep(self, box: Box, shown: proofs.Attempted) -> None:
        """Record the hints of whole proofs, where that is asked for.  Raises BadInput where that cannot be."""
        if self.root is not None and self.hints == RECORD and not (shown.left or shown.interrupted):
            name = f"{box.ruleset}/{box.mode.name}"
            hints_lock.save(self.root / hints_lock.NAME, name, box.system, shown.hints)

    def record(self, box: Box, sort: str) -> Path | None:
        """The file that records what others have confirmed of a mode, so that a run that was cut short goes on.

        ``sort``: ``goals`` or ``questions``.  None for nowhere.
        """
        name = f"{box.ruleset}-{box.mode.name}.{sort}.jsonl"
        return None if self.store is None else self.store / FOLDER / name


def require_askable(request: ProofRequest, box: Box) -> None:
    """Raise BadInput for unknown names, where a solver is not installed, and for a folder that cannot be written."""
    if request.check or request.check_questions:
        confirmation.installed()
    if request.export is not None:
        confirmation.folder(request.export)
    if request.hints not in (USE, RECORD, IGNORE):
        raise BadInput(f"`{request.hints}` says nothing of hints", remedy=f"{USE}, {RECORD} or {IGNORE} them")
    if request.hints == RECORD and (request.root is None or box.instance.name != box.mode.full.name):
        raise BadInput(
            f"hints are recorded of a project's mode at {box.mode.full.name}, not at {box.instance.name}",
            remedy="name no instance, or do not record hints",
        )
    if request.hints == RECORD and request.root is not None:
        hints_lock.require_known(request.root / hints_lock.NAME)
    known = {judge.name for judge in box.system.judges}
    known |= {decl.name for decl in properties_of(box.mode, box.instance)}
    require_known("property", request.properties, sorted(known))


def proved(request: ProofRequest, box: Box, progress: Callable[[str], None]) -> dict[str, Any]:
    """Prove, export and have decided again, as data.

    After Ctrl-C these are the proofs that were finished, neither exported nor decided again.  Raises as
    :func:`require_askable`, then Disagreement.
    """
    require_askable(request, box)
    with confirmation.kept_questions(wanted=request.check_questions) as kept:
        hints = request.hinted(box)
        shown = proofs.attempted(
            box,
            request.properties,
            rlimit=request.rlimit,
            depth=request.depth,
            seconds=request.seconds,
            share=Share(keep=True, hints=hints),
            progress=progress,
        )
        request.keep(box, shown)
        data = proofs.as_data(box, shown, request.properties)
        if shown.interrupted:
            return data
        if request.export is not None:
            data["export"] = confirmation.exported(box, shown, request.export, progress)
        if request.check:
            second = confirmation.checked(
                box,
                shown,
                seconds=request.check_seconds,
                record=request.record(box, "goals"),
                fresh=request.fresh,
                warn=request.warn,
                progress=progress,
            )
            confirmation.opinions(data, second)
        if kept is not None:
            again = confirmation.questions(
                box,
                shown,
                kept,
                seconds=request.check_seconds,
                record=request.record(box, "questions"),
                fresh=request.fresh,
                warn=request.warn,
                progress=progress,
            )
            confirmation.answered(data, again)
    return data


def require_agreement(
    found: Mapping[str, Any], evidence: Evidence | None, rulesets: Mapping[str, Ruleset]
) -> None:
    """Raise InternalError where a proof contradicts a verdict that is stored.  ``rulesets``: by name."""
    for contradiction in contradictions.of_proofs(found, evidence, rulesets):
        raise contradiction.error()
