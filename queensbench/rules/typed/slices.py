"""Digests of parts of a system: of a function with all that it calls, and of what all functions share.

A part means the same wherever it stands.  So functions, tables and obligations are told by what they are, and not by
their numbers, which another rule would shift: a function that is called by its place among those that are reached, a
table by its content.  Guards and clauses, which no value depends on, are left out, and so are names and places of
functions.  All other fields of all nodes count, also those that a later version adds.
"""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple

from queensbench.rules.typed import ir

LEFT_OUT = {
    ir.Function: frozenset({"name", "file", "line", "clauses"}),
    ir.Require: frozenset({"guard"}),
    ir.Clause: frozenset({"clauses"}),
    ir.Ruling: frozenset({"house"}),
    ir.ParameterDecl: frozenset({"default"}),
}
"""What no step and no question depends on, with all readings and parameters given."""

SITES = frozenset({"site", "site_index", "site_value"})


class _ToldFunction(NamedTuple):
    """A function by itself: its digest, with callees and obligations by their order in it, and their numbers."""

    digest: str
    callees: tuple[int, ...]
    sites: tuple[int, ...]


class Slices:
    """The digests of parts of one system, each made once."""

    def __init__(self, system: ir.System) -> None:
        self.system = system
        self._functions: dict[int, _ToldFunction] = {}
        self._orders: dict[int, tuple[int, ...]] = {}
        self._digests: dict[int, str] = {}
        self._types: dict[int, str] = {}

    def shared(self) -> str:
        """The digest of what every function rests on: cells, readings, parameters, and when the game is over."""
        system = self.system
        of = _Telling(self)
        of.tell((system.fields, system.cells, system.rulings, system.parameters))
        of.tell(None if system.over is None else self.function(system.over))
        return of.digest()

    def function(self, number: int) -> str:
        """The digest of a function and of all that it calls."""
        if number not in self._digests:
            order = self.order(number)
            places = {one: place for place, one in enumerate(order)}
            told = [
                (self._function(one).digest, [places[callee] for callee in self._function(one).callees])
                for one in order
            ]
            self._digests[number] = hashlib.sha256(repr(told).encode()).hexdigest()
        return self._digests[number]

    def order(self, number: int) -> tuple[int, ...]:
        """A function and all that it calls, by number, in an order that depends on nothing but these."""
        if number not in self._orders:
            found: dict[int, None] = {}
            todo = [number]
            while todo:
                one = todo.pop()
                if one not in found:
                    found[one] = None
                    todo += reversed(self._function(one).callees)
            self._orders[number] = tuple(found)
        return self._orders[number]

    def sites(self, number: int) -> dict[int, tuple[int, int]]:
        """The obligations in a function and all that it calls: by number, the place of its function, and its own."""
        return {
            site: (place, at)
            for place, one in enumerate(self.order(number))
            for at, site in enumerate(self._function(one).sites)
        }

    def _function(self, number: int) -> _ToldFunction:
        if number not in self._functions:
            of = _Telling(self)
            of.tell(self.system.functions[number])
            self._functions[number] = _ToldFunction(of.digest(), tuple(of.callees), tuple(of.sites))
        return self._functions[number]

    def type_(self, t: ir.Type) -> str:
        """A type as text, made once for each: a system has few types and names them everywhere."""
        found = self._types.get(id(t))
        if found is None:
            found = self._types[id(t)] = repr(t)
        return found


class _Telling:
    """The text of nodes, hashed, with the callees and obligations that were met."""

    def __init__(self, slices: Slices) -> None:
        self.slices = slices
        self.callees: dict[int, int] = {}
        self.sites: dict[int, int] = {}
        self.text: list[str] = []

    def digest(self) -> str:
        return hashlib.sha256("\n".join(self.text).encode()).hexdigest()

    def tell(self, value: Any) -> None:
        """Add a value.  Raises TypeError for one that has no one text."""
        sort = type(value)
        if sort in (ir.IntType, ir.KindType, ir.BoolType):
            self.text.append(self.slices.type_(value))
        elif sort is tuple:
            self.text.append(f"{len(value)} of")
            for one in value:
                self.tell(one)
        elif value is None or sort in (int, str, bool, range):
            self.text.append(repr(value))
        elif is_dataclass(sort):
            self.text.append(sort.__name__)
            for name in _told(sort):
                self._part(sort, name, getattr(value, name))
        else:
            raise TypeError(f"{sort.__qualname__} has no digest")

    def _part(self, sort: Any, name: str, value: Any) -> None:
        """Add a field of a node; numbers of functions, tables and obligations as what they are here."""
        if name in SITES:
            self.text.append("none" if value < 0 else f"site {self.sites.setdefault(value, len(self.sites))}")
        elif name == "function" and sort in (ir.Call, ir.Do):
            self.text.append(f"function {self.callees.setdefault(value, len(self.callees))}")
        elif name == "table" and sort is ir.Look:
            self.tell(self.slices.system.tables[value])
        else:
            self.tell(value)


@cache
def _told(sort: Any) -> tuple[str, ...]:
    left_out = LEFT_OUT.get(sort, frozenset())
    return tuple(one.name for one in fields(sort) if one.name not in left_out)


__all__ = ["LEFT_OUT", "Slices"]
