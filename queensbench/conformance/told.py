"""A position as an engine tells it: our position, with the fields that it names as it has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from queensbench.api.position import Position
from queensbench.api.state import FieldTable
from queensbench.conformance.vocabulary import key_of
from queensbench.errors import QueensbenchError
from queensbench.language.records import shown


def as_told(position: Position, told: Mapping[str, Any]) -> Position | None:
    """The position with some fields as an engine tells them, as JSON; None where that is no state of the mode.

    What the engine does not know (None, also in a table) stays as it is.
    """
    ours = dict(position.state)
    try:
        fields = {name: _value(ours[name], value) for name, value in told.items() if value is not None}
        return position.replace(**fields)
    except (QueensbenchError, LookupError, TypeError, ValueError, StopIteration):
        return None


def _value(ours: Any, value: Any) -> Any:
    """A field as ``Position.replace`` takes it; what is not known in a table stays as it is.

    ``ours``: the field as our position has it.
    """
    if not isinstance(ours, FieldTable):
        return value
    cells: dict[Any, Any] = {}
    for key, item in value.items() if isinstance(value, dict) else value:
        named = key_of(key)
        parts = named if isinstance(named, list) else [key]
        known = next(own for own in ours if _named(own, parts))
        if item is not None:
            cells[known] = item
    return cells


def _named(own: Any, parts: list[Any]) -> bool:
    """Whether these parts of a key, as an engine tells them, are a key of ours."""
    members = own if isinstance(own, tuple) else (own,)
    return len(members) == len(parts) and all(
        shown(member) == part or member == part for member, part in zip(members, parts, strict=True)
    )
