"""What a script gives: checked before anything is asked, so that a mistake is one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from queensbench.errors import BadInput
from queensbench.language.records import shown


def names_of(given: object) -> tuple[str, ...]:
    """The names that are asked for, of which one may stand alone.  Raises BadInput."""
    names = (given,) if isinstance(given, str) else given
    if not isinstance(names, (tuple, list, set, frozenset)) or not all(isinstance(one, str) for one in names):
        raise BadInput(f"{shown(given)} names nothing", remedy="give a name, or several")
    return tuple(names)


def texts_of(readings: Mapping[str, Any] | None) -> list[str]:
    """Readings by ruling, as texts ``ruling=reading``.  Raises BadInput."""
    if not isinstance(readings, Mapping | None):
        raise BadInput(f"{shown(readings)} chooses no readings", remedy='give {"ruling": "reading"}')
    return [f"{name}={getattr(reading, 'name', reading)}" for name, reading in (readings or {}).items()]
