"""A saved report on an engine under test, as values for a page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queensbench.errors import BadInput
from queensbench.files.reading import read_text
from queensbench.rendering import conformance_tables

FORMAT = "queensbench conformance 1"
"""What `queensbench conform --save` writes at the head of its reports."""


@dataclass(frozen=True)
class EngineView:
    """An engine held against a mode: its readings, what no reading allows, and what that rests on."""

    mode: str
    name: str
    anchor: str
    conforms: bool
    readings: Sequence[tuple[str, str, str]]
    differences: Sequence[tuple[str, str]]
    coverage: Sequence[str]


def engine_view(data: Mapping[str, Any], number: int) -> EngineView:
    """The page's part of a saved report.  Raises BadInput where something is missing in it."""
    try:
        told = [list(conformance_tables.difference(at, one)) for at, one in enumerate(data["differences"], 1)]
        rows = conformance_tables.rulings(data)
        name = " ".join(filter(None, (str(data["engine"]["name"]), str(data["engine"]["version"] or ""))))
        return EngineView(
            str(data["mode"]),
            name,
            f"engine-{number}",
            not told and data["fault"] is None,
            rows,
            [(lines[0], "\n".join(lines[1:])) for lines in told],
            list(conformance_tables.coverage(data)),
        )
    except (LookupError, TypeError, AttributeError, ValueError):
        raise BadInput(
            "the report on an engine is damaged", remedy="write it anew with `conform --save`"
        ) from None


def read(path: Path) -> dict[str, Any]:
    """A saved report on an engine, as data.  Raises BadInput."""
    try:
        data = json.loads(read_text(path))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadInput(f"cannot be read: {reason}", where=str(path), remedy="name a saved report") from None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(
            "is no report on an engine", where=str(path), remedy="name what `conform --save` has written"
        )
    return data
