"""A position as an engine tells it: our position, with the fields that it names as it has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from queensbench.api.position import Position
from queensbench.api.state import FieldPlace
from queensbench.errors import QueensbenchError
from queensbench.language.records import shown


def as_told(position: Position, told: Mapping[str, Any]) -> Position | None:
    """The position with some fields as an engine tells them, as JSON; None where that is no state of the mode.

    What the engine does not know (None, also in a table) stays as it is.
    """
    places = position._rules.places
    try:
        fields = {name: value_of(places[name], value) for name, value in told.items() if value is not None}
        return position.replace(**fields)
    except (QueensbenchError, LookupError, TypeError, ValueError, StopIteration):
        return None


def value_of(place: FieldPlace, value: Any) -> Any:
    """A field as ``Position.replace`` takes it; what is not known in a table stays as it is."""
    if not place.index:
        return value
    cells: dict[Any, Any] = {}
    for key, item in value.items() if isinstance(value, dict) else value:
        parts = key if isinstance(key, list) else [key]
        members = tuple(
            next(one for one in domain.values() if shown(one) == part or one == part)
            for domain, part in zip(place.index, parts, strict=True)
        )
        if item is not None:
            cells[members if len(members) > 1 else members[0]] = item
    return cells
