"""A report held against an older one: what is the same, what is played otherwise now, what is new, what is mended.

A difference counts as mended only if its play was played again, to the end, and the rules allow it now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from queensbench.conformance.earlier import key
from queensbench.conformance.report import NEVER, OPEN, PLAYS, Conformance, require, rows
from queensbench.conformance.report import load as read
from queensbench.errors import BadInput
from queensbench.evidence.plays import write_atomic
from queensbench.rendering import conformance_junit

SAME, ANOTHER, NEW, MENDED = "same", "plays another reading now", "new fault", "mended"
NOT_REACHED = "not seen again"
"""What was a difference was not met, but its play was not played again to its end: nothing is known."""

COMPARED = ("kind", "instance", "ask", "field", "after")
"""What tells one difference from another when two reports are compared."""


def load(path: Path) -> Conformance:
    """A saved report that has all that a later one is held against.  Raises BadInput for any other."""
    found = read(path)
    require(WHOLE, {"fault": 0, **found.data}, str(path))  # where it is missing, no text and no null stands
    return found


def _row(row: Any) -> bool:
    """Whether this is a whole row of a report about a ruling."""
    return (
        isinstance(row, dict)
        and all(isinstance(row.get(name), str) for name in ("ruling", "verdict"))
        and (row["verdict"] != PLAYS or isinstance(row.get("reading"), str))
        and (row["verdict"] not in (OPEN, NEVER) or isinstance(row.get("left"), list))
    )


def _told_apart(value: Any) -> bool:
    """Whether these are differences, each with what tells it from others."""
    return isinstance(value, list) and all(
        isinstance(one, dict) and all(isinstance(one.get(name), str) for name in COMPARED) for one in value
    )


WHOLE: Mapping[str, Callable[[Any], bool]] = {
    "fault": lambda value: isinstance(value, (str, type(None))),
    "rulings": lambda value: isinstance(value, list) and all(map(_row, value)),
    "differences": _told_apart,
    "leaks": lambda value: rows(value, instance=str, seat=str, field=str),
    "unsteady": lambda value: rows(value, instance=str),
}
"""What a report that a later one is held against must look like."""


def compared(before: Conformance, now: Conformance) -> list[dict[str, Any]]:
    """The changes, a row each; one row that says ``same`` if there are none.  Raises BadInput for another mode."""
    if before.data["mode"] != now.data["mode"]:
        raise BadInput(
            f"the older report is of {before.data['mode']}",
            where="--against",
            remedy=f"name one of {now.data['mode']}",
        )
    changes: list[dict[str, Any]] = []
    readings = before.readings
    for ruling, reading in now.readings.items():
        if ruling in readings and readings[ruling] != reading:
            changes.append({"change": ANOTHER, "what": ruling, "before": readings[ruling], "now": reading})
    for ruling, options in now.open.items():
        if ruling in readings and readings[ruling] not in options:
            changes.append({"change": ANOTHER, "what": ruling, "before": readings[ruling], "now": options})
    old = {key(one) for one in before.differences}
    new = {key(one) for one in now.differences}
    changes += [
        {"change": NEW, "what": what} for what in sorted(new - old) + sorted(_beside(now) - _beside(before))
    ]
    if now.data["fault"] and not before.data["fault"]:
        changes.append({"change": NEW, "what": now.data["fault"]})
    mended = now.data.get("again") or {}
    changes += [
        {"change": MENDED if mended.get(what) else NOT_REACHED, "what": what} for what in sorted(old - new)
    ]
    return changes or [{"change": SAME, "what": "every finding"}]


def _beside(found: Conformance) -> set[str]:
    """What speaks against an engine beside differences: what it tells seats, and where it changes its mind."""
    leaks = {
        f"{one.get('seat')} is told {one.get('field')} in {one.get('instance')}"
        for one in found.data.get("leaks") or ()
    }
    return leaks | {f"changes its mind in {one.get('instance')}" for one in found.data.get("unsteady") or ()}


def code(now: Conformance, changes: list[dict[str, Any]] | None) -> int:
    """The exit code: 2: the engine failed; 1: it played nothing, or does not conform (``changes``: as before); or 0."""
    if now.data["fault"] is not None:
        return 2
    if not now.data["coverage"]["plays"]:
        return 1
    if changes is not None:
        return int(any(row["change"] in (ANOTHER, NEW) for row in changes))
    return int(not now.conforms)


def write_junit(found: Conformance, path: Path) -> None:
    """Write a report as JUnit XML.  Raises BadInput."""
    write_atomic(path, conformance_junit.junit(found.data))


__all__ = ["code", "compared", "load", "write_junit"]
