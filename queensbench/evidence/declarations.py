"""The declarations of a mode beside its rules, as a digest: all else that analyses are told of the mode.

The typed form says what the rules do.  Beside it stand the sizes and bounds of an instance, symmetries, rulings with
their prose, properties with what is expected of them, gaps, and the names by which stored plays find members again.
All fields of all declarations count, those that a later version adds too, except the places where they are written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import FunctionType
from typing import Any

from queensbench.language.context import SizeExpr, bind
from queensbench.language.domains import Domain, Kind, Range, range_of
from queensbench.language.modes import Instance, Mode
from queensbench.language.records import SeqField, fields_of
from queensbench.language.rules import Rule
from queensbench.project.projects import Ruleset
from queensbench.rules.instance_context import context_for
from queensbench.rules.mode_rules import rules_of
from queensbench.rules.system import properties_of, steps_of
from queensbench.rules.typed import ir

PLACES = frozenset({"place", "where"})
"""Fields that say where a declaration is written."""
DRAWN = "draw"
"""How a mode draws its states, which no verdict depends on."""


def declarations(ruleset: Ruleset, mode: Mode, instance: Instance, system: ir.System) -> str:
    """The digest of a mode's declarations at an instance.  ``system``: its typed form.

    Raises TypeError where something declared has no one text.
    """
    told = (
        {one.name: _told(getattr(mode, one.name)) for one in fields(mode) if one.name not in _APART},
        _told(instance),
        [_told(decl) for decl in properties_of(mode, instance)],
        [_told(decl) for decl in steps_of(mode, instance)],
        [_told(gap) for gap in ruleset.gaps],
        _renamed(mode, instance),
        sorted(set(map(repr, _kinds(system)))),  # a module that is loaded anew defines them anew
    )
    return hashlib.sha256(repr(told).encode()).hexdigest()


_APART = PLACES | {"instances", "full", DRAWN}
"""Fields of a mode that are not told with it: its instances have digests of their own."""


def _renamed(mode: Mode, instance: Instance) -> list[Any]:
    """Where the ranges stand that symmetries rename: two of equal bounds have the same text, and are not the same."""
    renamed = [range_of(one) or one for s in mode.symmetries for g in s.generators for one in g]
    if not any(isinstance(one, Range) for one in renamed):
        return []
    context, rules = context_for(mode, instance), rules_of(mode)
    with bind(context):
        layout = fields_of(mode.state, context)
        found = [(rule.name, rules.resolve(rule).domains(context)) for rule in rules.transitions]
    places: list[tuple[str, Any, Domain]] = [
        (name, argument, domain) for name, domains in found for argument, domain in domains
    ]
    for decl in layout:
        value = decl.value.value if isinstance(decl.value, SeqField) else decl.value
        places += [(decl.name, number, domain) for number, domain in enumerate((*decl.index, value))]
    return [
        [(name, part) for name, part, domain in places if getattr(domain, "tag", None) is one]
        for one in renamed
        if isinstance(one, Range)
    ]


def _told(value: Any) -> Any:
    """A value as nested tuples of texts and numbers, the same in every process."""
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, Enum):
        return (_name(type(value)), value.name)
    if isinstance(value, Rule):
        return ("rule", value.function.__module__, value.function.__qualname__)
    if isinstance(value, type):
        return _class(value)
    if isinstance(value, (Range, SizeExpr)):
        return (type(value).__name__, str(value))
    if isinstance(value, FunctionType):
        return ("function", value.__module__, value.__qualname__)
    if is_dataclass(value):
        parts = [
            (one.name, _told(getattr(value, one.name))) for one in fields(value) if one.name not in PLACES
        ]
        return (_name(type(value)), *parts)
    if hasattr(value, "__metadata__"):  # an alias with what is said of it
        return ("alias", _told(value.__origin__), _told(value.__metadata__))
    if isinstance(value, Mapping):
        return ("mapping", *((_told(key), _told(inner)) for key, inner in value.items()))
    if isinstance(value, (set, frozenset)):
        return ("set", *sorted(map(repr, map(_told, value))))
    if isinstance(value, Iterable):
        return ("several", *map(_told, value))
    declared = getattr(value, "declared", None)
    if callable(declared):  # rulings, sizes, parameters
        return (_name(type(value)), _told(declared()))
    raise TypeError(f"a declaration holds {value!r}, which has no one text")


def _class(value: type) -> Any:
    """A class by name; a kind and the readings of a ruling with their members."""
    if issubclass(value, Enum):
        return (_name(value), *((name, _told(one.value)) for name, one in value.__members__.items()))
    return _name(value)


def _name(value: type) -> str:
    return f"{value.__module__}.{value.__qualname__}"


def _kinds(system: ir.System) -> Iterator[Any]:
    """The classes of a system's kinds, which stored plays name by module."""
    names = {one.name for one in system.cells if isinstance(one, ir.KindType)}
    names |= {t.name for f in system.functions for t in f.slots if isinstance(t, ir.KindType)}
    todo: list[type] = list(Kind.__subclasses__())
    while todo:
        one = todo.pop()
        todo += one.__subclasses__()
        if one.__name__ in names:
            yield _class(one)
