"""Mappings as they are written: a table in TOML, or a file of Python with the same tables in ``MAPPING`` and functions.

Everything a mapping names is looked up in the mode when it is read; what is wrong is told with file, line and remedy.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from queensbench.conformance.mapping import Functions, Mapper, Sequences, Tables
from queensbench.conformance.templates import Variable, template
from queensbench.conformance.vocabulary import Vocabulary
from queensbench.errors import BadInput
from queensbench.language.domains import RangeDomain
from queensbench.project.register.entries import nearest, read_toml

TABLES = ("moves", "members", "fields", "ignored", "seats", "numbers", "events", "silent")
"""The tables of a mapping."""
FUNCTIONS = ("events", "engine", "moves", "state", "chance")
"""The functions that a file of Python may have."""
MOST_SILENT = 64
"""The most moves in a row that may happen without an event."""


def read(path: Path, vocabulary: Vocabulary) -> Mapper:
    """The mapping that a file holds.  Raises BadInput."""
    if path.suffix == ".py":
        return _read_python(path, vocabulary)
    found = read_toml(path)
    if found is None:
        raise BadInput("there is no such mapping", where=str(path), remedy="name a file that exists")
    source, data = found
    tables = _Reader(str(path), source, vocabulary).tables(data)
    return Mapper(vocabulary, tables, where=str(path))


def _read_python(path: Path, vocabulary: Vocabulary) -> Mapper:
    if not path.exists():
        raise BadInput("there is no such mapping", where=str(path), remedy="name a file that exists")
    try:
        module = runpy.run_path(str(path))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever somebody's file does
        what = f"it raised {type(error).__name__}: {' '.join(str(error).split())}"
        raise BadInput(what, where=str(path), remedy="mend it") from None
    data = module.get("MAPPING", {})
    if not isinstance(data, dict):
        raise BadInput("MAPPING is no dict", where=str(path), remedy="write the tables of a mapping")
    functions = {name: module[name] for name in FUNCTIONS if name in module}
    for name, found in functions.items():
        if not callable(found):
            raise BadInput(f"{name} is no function", where=str(path), remedy=f"write `def {name}(...)`")
    if not data and not functions:
        raise BadInput(
            "it has no MAPPING, and no function of a mapping",
            where=str(path),
            remedy=f"write one of {', '.join(FUNCTIONS)}",
        )
    for name in ("events", "chance"):
        if name in functions:
            functions[name] = _with_position(functions[name])
    tables = _Reader(str(path), "", vocabulary).tables(data)
    return Mapper(vocabulary, tables, Functions(**functions), where=str(path))


def _with_position(function: Any) -> Any:
    """A function of an event and a position, also where the one given takes the event alone."""
    import inspect

    if len(inspect.signature(function).parameters) > 1:
        return function

    def without(event: Any, _: Any) -> Any:
        return function(event)

    without.__name__ = function.__name__
    return without


class _Reader:
    """Checks the tables of one file.  ``source``: its text, in which lines are found; empty for Python."""

    def __init__(self, path: str, source: str, vocabulary: Vocabulary) -> None:
        self.path, self.vocabulary = path, vocabulary
        self.lines = source.splitlines()

    def tables(self, data: Mapping[str, Any]) -> Tables:
        """The tables, checked.  Raises BadInput."""
        for name, value in data.items():
            if name not in TABLES:
                raise self._bad((), name, f"no mapping has a table {name}", nearest(name, TABLES))
            if not isinstance(value, dict):
                raise self._bad((), name, f"{name} is no table", f"write [{name}]")
        given = {name: dict(data.get(name, {})) for name in TABLES}
        words = self.vocabulary
        args = self._table(("moves",), given["moves"].pop("args", {}), "args")
        moves = self._words(("moves",), given["moves"], "move", words.moves)
        events = {name: self._event(name, value) for name, value in given["events"].items()}
        for name in moves.keys() & events.keys():
            raise self._bad(("events",), name, f"{name} is mapped in [moves] too", "map it once")
        fields = self._words(("fields",), given["fields"], "field", words.fields)
        self._once(("fields",), fields, "field")
        seats = self._words(("seats",), given["seats"], "player", words.all_seats)
        self._once(("seats",), seats, "player")
        silent, most = self._silent(given["silent"])
        return Tables(
            moves=moves,
            args={name: self._args(name, value, moves) for name, value in args.items()},
            members={kind: self._members(kind, value) for kind, value in given["members"].items()},
            fields=fields,
            ignored=self._ignored(given["ignored"]),
            seats=seats,
            numbers=self._numbers(given["numbers"]),
            events=events,
            silent=silent,
            most=most,
        )

    # ------------------------------------------------------------------------------------ single tables

    def _words(
        self, at: tuple[str, ...], table: Mapping[str, Any], what: str, known: Iterable[str]
    ) -> dict[str, str]:
        """A table of words of the engine and of the model."""
        known = list(known)
        for theirs, own in table.items():
            if not isinstance(own, str):
                raise self._bad(at, theirs, f"{own!r} is no name of a {what}", f"write the {what}'s name")
            if own not in known:
                raise self._bad(
                    at, theirs, f"{self.vocabulary.mode} has no {what} {own}", nearest(own, known)
                )
        return dict(table)

    def _once(self, at: tuple[str, ...], table: Mapping[str, str], what: str) -> None:
        seen: dict[str, str] = {}
        for theirs, own in table.items():
            if own in seen:
                raise self._bad(
                    at, theirs, f"the {what} {own} is mapped twice, also from {seen[own]}", "map it once"
                )
            seen[own] = theirs

    def _args(self, name: str, value: Any, moves: Mapping[str, str]) -> dict[str, str]:
        own = moves.get(name, name)
        if own not in self.vocabulary.moves:
            known = [*moves, *self.vocabulary.moves]
            raise self._bad(
                ("moves", "args"), name, f"no move is called or mapped from {name}", nearest(name, known)
            )
        at = ("moves", "args", name)
        return self._words(
            at, self._table(at[:2], value, name), f"argument of {own}", self.vocabulary.moves[own]
        )

    def _members(self, kind: str, value: Any) -> dict[str, str]:
        kinds = self.vocabulary.kinds
        if kind not in kinds:
            raise self._bad(
                ("members",), kind, f"{self.vocabulary.mode} has no kind {kind}", nearest(kind, kinds)
            )
        at = ("members", kind)
        known = self.vocabulary.everybody.get(kind, kinds[kind])
        return self._words(at, self._table(at[:1], value, kind), f"member of {kind}", known)

    def _ignored(self, table: Mapping[str, Any]) -> frozenset[str]:
        names = self._keys(("ignored",), table, ("fields",)).get("fields", [])
        if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
            raise self._bad(("ignored",), "fields", f"{names!r} is no list of names", "write a list of texts")
        return frozenset(names)

    def _numbers(self, table: Mapping[str, Any]) -> dict[str, int]:
        known = {
            f"{move}.{arg}": domain
            for move, args in self.vocabulary.moves.items()
            for arg, domain in args.items()
        } | {name: place.value for name, place in self.vocabulary.fields.items()}
        ranges = [name for name, domain in known.items() if isinstance(domain, RangeDomain)]
        for name, value in table.items():
            if name not in ranges:
                raise self._bad(
                    ("numbers",), name, f"{name} is no argument or field of numbers", nearest(name, ranges)
                )
            if type(value) is not int:
                raise self._bad(
                    ("numbers",), name, f"{value!r} is no whole number", "write what is added to the engine's"
                )
        return dict(table)

    def _event(self, name: str, value: Any) -> Sequences:
        """What an event stands for: a list of moves, or a list of such lists."""
        several = value if isinstance(value, list) and value and isinstance(value[0], list) else [value]
        found = []
        for one in several:
            if not isinstance(one, list) or not one or not all(isinstance(move, str) for move in one):
                raise self._bad(
                    ("events",), name, f"{one!r} is no sequence of moves", 'write ["move(argument=$name)"]'
                )
            where = self._where(("events",), name)
            patterns = [template(move, self.vocabulary, where) for move in one]
            for pattern in patterns:
                names = [value for value in pattern.args.values() if isinstance(value, Variable)]
                if not all(one.isidentifier() for one in names):
                    raise self._bad(("events",), name, f"{pattern} names no argument", "write `$name`")
            found.append(patterns)
        return found

    def _silent(self, table: Mapping[str, Any]) -> tuple[tuple[str, ...], int]:
        given = self._keys(("silent",), table, ("moves", "most"))
        moves, most = given.get("moves", []), given.get("most", 1 if given else 0)
        if not isinstance(moves, list) or not all(isinstance(one, str) for one in moves):
            raise self._bad(("silent",), "moves", f"{moves!r} is no list of moves", "write a list of texts")
        for one in moves:
            if one not in self.vocabulary.moves:
                raise self._bad(
                    ("silent",),
                    "moves",
                    f"{self.vocabulary.mode} has no move {one}",
                    nearest(one, self.vocabulary.moves),
                )
        if type(most) is not int or not 0 <= most <= MOST_SILENT:
            raise self._bad(
                ("silent",),
                "most",
                f"{most!r} is no number of moves",
                f"write a whole number from 0 to {MOST_SILENT}",
            )
        return tuple(moves), most

    # ---------------------------------------------------------------------------------------- what for

    def _keys(self, at: tuple[str, ...], table: Mapping[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
        for name in table:
            if name not in known:
                raise self._bad(at, name, f"[{at[0]}] has no {name}", nearest(name, known))
        return dict(table)

    def _table(self, at: tuple[str, ...], value: Any, name: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._bad(at, name, f"{name} is no table", f"write [{'.'.join((*at, name))}]")
        return value

    def _bad(self, at: tuple[str, ...], key: str, what: str, remedy: str) -> BadInput:
        return BadInput(what, where=self._where(at, key), remedy=remedy)

    def _where(self, at: tuple[str, ...], key: str) -> str:
        """The file, the line of a key, and the key."""
        place = ".".join((*at, key))
        line = self._line(at, key)
        return f"{self.path}:{line}: {place}" if line else f"{self.path}: {place}"

    def _line(self, at: tuple[str, ...], key: str) -> int:
        """The line of a key in a table, or of the header that names it; 0 if it is not written so."""
        now: tuple[str, ...] = ()
        for number, line in enumerate(self.lines, 1):
            if header := re.match(r"\s*\[([^\[\]]+)\]", line):
                now = tuple(part.strip().strip("\"'") for part in header[1].split("."))
                if now[: len(at) + 1] == (*at, key):
                    return number
            elif now == at and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=]", line):
                return number
        return 0


__all__ = ["read"]
