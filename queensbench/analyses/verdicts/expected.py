"""Whether verdicts are as their author expects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.language.properties import Class, PropertyDecl
from queensbench.language.rulings import Reading

STRENGTH = {c: i for i, c in enumerate(Class)}


def judged(
    decl: PropertyDecl,
    instance: str,
    verdict: str,
    shown: Class | None,
    readings: Iterable[Reading] = (),
) -> str:
    """Whether a verdict is as expected of these readings: ``ok``, ``unexpected`` or ``unknown``."""
    expected = decl.expected(instance, readings)
    if verdict == "unknown":
        return "ok" if expected.outcome == "unknown" else "unknown"
    if verdict != expected.outcome:
        return "unexpected"
    if verdict == "holds" and shown is not None and STRENGTH[shown] > STRENGTH[expected.at_least]:
        return "unknown"
    return "ok"


def cover(rows: Sequence[PropertyRow]) -> None:
    """Count a claim that one engine left open, or showed too weakly, as expected where another has shown it.

    That is, of the same property on the same instance, and in a class that will do.
    """
    shown = {(row.name, row.instance) for row in rows if row.state == "ok" and row.verdict != "unknown"}
    for row in rows:
        if row.state == "unknown" and (row.name, row.instance) in shown:
            row.state = "ok"
            row.covered = True


def confirm(rows: Iterable[PropertyRow]) -> None:
    """Where only proofs are asked, count an open claim as expected unless its author demands the proof."""
    for row in rows:
        if row.state == "unknown" and row.at_least not in (Class.PROVED.value, Class.BY_CONSTRUCTION.value):
            row.state = "ok"
            row.covered = True
