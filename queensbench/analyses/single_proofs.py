"""Proofs of one instance by induction, exported or decided again by other solvers where that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queensbench.analyses import confirmation, single_engine
from queensbench.analyses.audit import contradictions
from queensbench.analyses.verdicts import proofs
from queensbench.engines.runtime.box import Box
from queensbench.evidence.keys import Sources
from queensbench.project import projects
from queensbench.register.entries import require_known


@dataclass(frozen=True)
class ProofRequest:
    """What is to be proved of an instance, and how hard.

    ``mode``: RULESET[/MODE].  ``properties``: only these (none: all that induction proves).  ``rlimit``: z3's resource
    limit for one goal.  ``depth``: the greatest k of k-induction.  ``seconds``: when to end with what is shown (None:
    never).  ``export``: the folder for SMT-LIB 2 files of what was proved.  ``check``: have it decided again by other
    solvers, each with ``check_seconds`` of its processor a goal.  ``check_questions``: have cvc5 answer z3's own
    questions.
    """

    mode: str
    instance: str
    properties: Sequence[str]
    rlimit: int
    depth: int
    seconds: float | None
    export: Path | None
    check: bool
    check_questions: bool
    check_seconds: float


@dataclass(frozen=True)
class InstanceProofs:
    """An instance that is to be proved: its box, and the sources as they were before it was loaded."""

    request: ProofRequest
    box: Box
    sources: Sources

    @classmethod
    def opened(cls, request: ProofRequest) -> InstanceProofs:
        """Look up what is asked for.  Raises BadInput for unknown names, and where a solver is not installed."""
        sources = Sources(projects.find_root())
        if request.check or request.check_questions:
            confirmation.installed()
        if request.export is not None:
            confirmation.folder(request.export)
        box, _ = single_engine.prepare(request.mode, request.instance, ())
        require_known("property", request.properties, sorted({judge.name for judge in box.system.judges}))
        return cls(request, box, sources)

    def found(self, progress: Callable[[str], None]) -> dict[str, Any]:
        """Prove, export and have decided again, as data."""
        request, box = self.request, self.box
        with confirmation.kept_questions(wanted=request.check_questions) as kept:
            shown = proofs.attempted(
                box,
                request.properties,
                rlimit=request.rlimit,
                depth=request.depth,
                seconds=request.seconds,
                progress=progress,
            )
            data = proofs.as_data(box, shown, request.properties)
            if request.export is not None:
                data["export"] = confirmation.exported(box, shown, request.export, progress)
            if request.check:
                second = confirmation.checked(box, shown, seconds=request.check_seconds, progress=progress)
                confirmation.opinions(data, second)
            if kept is not None:
                again = confirmation.questions(
                    box, shown, kept, seconds=request.check_seconds, progress=progress
                )
                confirmation.answered(data, again)
        return data

    def require_agreement(self, found: dict[str, Any], warn: Callable[[str], None]) -> None:
        """Raise InternalError where a proof contradicts a verdict that is stored."""
        rulesets = projects.load().rulesets
        for contradiction in contradictions.of_proofs(found, self.sources, rulesets, warn):
            raise contradiction.error()


def exit_code(found: dict[str, Any], *, check: bool) -> int:
    """1 if a property fails, 3 if one is unknown, or confirmed by one solver alone where ``check`` asks; else 0."""
    verdicts = {row["verdict"] for row in found["properties"]}
    alone = check and any(len(row.get("by", ())) == 1 for row in found["properties"])
    return 1 if "fails" in verdicts else 3 if "unknown" in verdicts or alone else 0
