"""The settings of a project, in the table ``[tool.queensbench]`` of its ``pyproject.toml``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from queensbench.errors import BadInput
from queensbench.language.limits import LIMITS, TABLE, TIMES, Limits
from queensbench.project.register.entries import nearest, read_toml

NAME = "pyproject.toml"
KNOWN = {"limits": dict}
"""The keys of the table."""


def limits_of(root: Path) -> Limits:
    """The limits of a project, as ``[tool.queensbench.limits]`` sets them; the defaults for those that it does not set.

    Raises BadInput for an unknown key, for limits that are no table, and for a limit that is no whole number from 1 to
    ``TIMES`` times its default.
    """
    path = root / NAME
    found = read_toml(path)
    tools: Any = found[1].get("tool") if found is not None else None
    table: Any = tools.get("queensbench") if isinstance(tools, dict) else None
    if not isinstance(table, dict):
        return LIMITS  # it was named by its folder, and has no table that marks a project
    for key in table:
        if key not in KNOWN:
            raise BadInput(
                f"tool.queensbench has an unknown key {key!r}", where=str(path), remedy=nearest(key, KNOWN)
            )
    given = table.get("limits", {})
    if not isinstance(given, dict):
        raise BadInput(f"{TABLE} is no table", where=str(path), remedy=f"write [{TABLE}]")
    defaults = asdict(LIMITS)
    for name, limit in given.items():
        if name not in defaults:
            raise BadInput(
                f"{TABLE} has an unknown key {name!r}", where=str(path), remedy=nearest(name, defaults)
            )
        most = TIMES * defaults[name]
        if type(limit) is not int or not 1 <= limit <= most:
            raise BadInput(
                f"{TABLE}: {name} = {_shown(limit)} is no limit",
                where=str(path),
                remedy=f"write a whole number from 1 to {most:_}",
            )
    return Limits(**given)


def _shown(value: object) -> str:
    """A value as it stands in the file, if it is short."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


__all__ = ["limits_of"]
