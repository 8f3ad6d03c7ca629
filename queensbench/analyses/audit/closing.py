"""Closes an audit of all modes: reports contradictions, and compares the results with the lock, or writes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from queensbench.analyses.audit import contradictions, locked, locked_rulings
from queensbench.analyses.audit.contradictions import Contradiction
from queensbench.analyses.audit.locked import Audited, Held
from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.verdicts.run import Options
from queensbench.errors import BadInput
from queensbench.evidence import internal_errors, verdicts_lock
from queensbench.evidence.cache import Evidence
from queensbench.evidence.verdicts_lock import VerdictsLock
from queensbench.language.modes import Mode
from queensbench.project.projects import Project, Ruleset, require_own


@dataclass
class Settled:
    """The results of closing an audit.

    ``held``: the audit against the lock, or the one just written (None: there is none).  ``lines``: what writing
    the lock has done.  ``errors``: what the error stream says of contradictions.
    """

    held: Held | None = None
    contradicting: list[Contradiction] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def fault(self) -> int:
        """The exit code of an internal error where engines contradict each other."""
        return internal_errors.CODE if self.contradicting else 0

    @property
    def code(self) -> int:
        """1 if less was shown than the lock says, 3 if only time ran out, else 0."""
        return self.held.code if self.held is not None else 0

    def as_json(self) -> dict[str, Any]:
        """As the command prints it with ``--json``."""
        return {
            "lock": None if self.held is None else self.held.as_json(),
            "contradictions": [one.as_json() for one in self.contradicting],
        }


@dataclass(frozen=True)
class Settling:
    """The lock as it was before an audit, and whether it is to be written after it."""

    project: Project
    paths: Sequence[str]
    lock: VerdictsLock | None
    accept: bool
    reason: str

    @classmethod
    def begun(cls, project: Project, paths: Sequence[str], *, accept: bool, reason: str) -> Settling:
        """Read the lock.  Raises BadInput if it is none, and for one of ``accept`` and ``reason`` without the other."""
        reason = " ".join(reason.split())
        if accept and not reason:
            raise BadInput("--accept needs a reason", remedy='add --reason "..."')
        if reason and not accept:
            raise BadInput("--reason is why what is shown is accepted", remedy="add --accept")
        if accept:
            require_own(project.root)
        return cls(
            project, tuple(paths), verdicts_lock.read(project.root / verdicts_lock.NAME), accept, reason
        )

    @property
    def place(self) -> Path:
        """The file of the lock."""
        return self.project.root / verdicts_lock.NAME

    def settled(
        self,
        asked: Iterable[tuple[tuple[Ruleset, Mode], Options]],
        reports: Sequence[ModeReport],
        evidence: Evidence | None,
        *,
        cut: bool,
    ) -> Settled:
        """Look for contradictions, and hold what was shown against the lock, or write it."""
        out = Settled()
        ended = {(report.ruleset, report.mode): report for report in reports if not report.interrupted}
        audits = [
            Audited(f"{ruleset.name}/{mode.name}", mode, options, ended[ruleset.name, mode.name])
            for (ruleset, mode), options in asked
            if (ruleset.name, mode.name) in ended
        ]
        out.contradicting = self._contradicting(reports, evidence)
        out.errors = [internal_errors.line(one.error()) for one in out.contradicting]
        there = {
            name: set(self.project.rulesets[name].modes)
            for name in self.project.rulesets
            if not self.paths or name in self.paths
        }
        missing = locked.missing_modes(self.lock, there, self.paths)
        if cut or len(ended) < len(reports):
            missing = []
        if self.accept and not out.contradicting and not cut:
            after, kept = locked.accepted(self.lock, audits, self.reason, missing)
            for one in audits:
                if one.house:
                    locked_rulings.accept(after, one, self.reason, kept)
            verdicts_lock.save(after, self.place)
            out.lines = locked.told_written(self.lock, after, kept)
            out.held = locked.held(after, audits)
            locked_rulings.held(after, audits, out.held)
            out.held.unheld.clear()
        elif self.lock is not None:
            out.held = locked.held(self.lock, audits, missing)
            locked_rulings.held(self.lock, audits, out.held)
        return out

    def _contradicting(self, reports: Sequence[ModeReport], evidence: Evidence | None) -> list[Contradiction]:
        found = contradictions.within(reports)
        if evidence is None:
            return found
        stored = contradictions.with_stored(reports, evidence, self.project.rulesets)
        return contradictions.beyond(found, stored)
