"""The constant tables of a model, which its rules look things up in, as grids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.language.domains import words_in
from queensbench.language.labels import plain
from queensbench.language.records import Lookup
from queensbench.project.projects import Ruleset
from queensbench.rendering.site.grids import Grid, grid
from queensbench.rules.mode_rules import rules_of

MOST = 400
"""A table with more entries than this is not drawn."""


@dataclass(frozen=True)
class ConstantTable:
    """A constant table: its name in words, and its grid."""

    title: str
    grid: Grid


def constant_tables(ruleset: Ruleset) -> list[ConstantTable]:
    """The constant tables that stand in the modules of a ruleset's rules, by name."""
    found: dict[str, Lookup[Any, Any]] = {}
    for mode in ruleset.modes.values():
        rules = rules_of(mode)
        for rule in (rules.initial, *rules.transitions, *rules.helpers):
            for name, value in rule.function.__globals__.items():
                if isinstance(value, Lookup) and len(value.entries) <= MOST:
                    found.setdefault(name, value)
    return [ConstantTable(plain(name), _grid(table)) for name, table in sorted(found.items())]


def _grid(table: Lookup[Any, Any]) -> Grid:
    """A table of one index as one row; of several, its last index across."""
    rows = []
    for key, value in table.entries.items():
        parts: Sequence[Any] = key if isinstance(key, tuple) else (key,)
        told = [words_in(type(part), part) for part in parts]
        rows.append((", ".join(told[:-1]), told[-1], words_in(type(value), value)))
    return grid("", "", rows, few=True)
