"""Writes the lock of clauses: accepts changes, and brings in what makes nothing suspect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from queensbench.analyses.traceability.report import TraceReport, accept, examined, path_of, refreshed
from queensbench.evidence.plays import write_atomic
from queensbench.project.register import lock_text
from queensbench.project.register.lock import Lock, Node, normal


@dataclass(frozen=True)
class Written:
    """The lock as it was written.

    ``new``: what was not in it before.  ``changed``: whether its text differs from before.  ``left_out``: lines of a
    damaged lock that could not be read.  ``left``: what is still to be accepted.
    """

    path: Path
    lock: Lock
    new: Sequence[Node]
    changed: bool
    left_out: Sequence[str]
    left: TraceReport


def accepted(names: Sequence[str], reason: str, *, everything: bool) -> tuple[list[Node], TraceReport]:
    """Accept changes into the lock; return what was accepted, and what is left.  Raises BadInput for unknown names."""
    report = examined()
    lock, chosen = accept(report, names, reason, everything=everything)
    write_atomic(path_of(report.root), lock_text.written(lock))
    return chosen, examined()


def written(root: Path, *, mend: bool) -> Written:
    """Write the lock, or bring into it what is new, moved or renumbered.

    ``mend``: of a damaged or half-merged lock, what is whole is read and written first.
    """
    path = path_of(root)
    left_out: list[str] = []
    if mend and path.exists():
        found, left_out = lock_text.mended(path)
        write_atomic(path, lock_text.written(normal(found)))
    report = examined()
    before = None if report.whole is None else lock_text.written(report.whole)
    lock = refreshed(report)
    new = [change.node for change in report.changes if change.how == "added"]
    text = lock_text.written(lock)
    write_atomic(path_of(report.root), text)
    return Written(path, lock, new, before != text, left_out, examined())
