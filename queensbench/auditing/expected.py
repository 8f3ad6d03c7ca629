"""Whether verdicts are as their author expects, and the exit code that follows."""

from __future__ import annotations

from collections.abc import Sequence

from queensbench.auditing.rows import ModeReport
from queensbench.language.properties import Class, PropertyDecl

STRENGTH = {c: i for i, c in enumerate(Class)}


def judged(decl: PropertyDecl, instance: str, verdict: str, shown: Class | None) -> str:
    """Whether a verdict is as expected: ``ok``, ``unexpected`` or ``unknown``."""
    expected = decl.expected(instance)
    if verdict == "unknown":
        return "ok" if expected.outcome == "unknown" else "unknown"
    if verdict != expected.outcome:
        return "unexpected"
    if verdict == "holds" and shown is not None and STRENGTH[shown] > STRENGTH[expected.at_least]:
        return "unknown"
    return "ok"


def exit_code(reports: Sequence[ModeReport]) -> int:
    """0 when all is as expected, 1 when a verdict is not, 3 for an unexpected unknown, 130 after Ctrl-C."""
    if any(report.interrupted for report in reports):
        return 130
    states = {row.state for report in reports for row in report.properties}
    if "unexpected" in states:
        return 1
    return 3 if "unknown" in states else 0
