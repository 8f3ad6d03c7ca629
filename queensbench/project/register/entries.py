"""Reading the register's TOML files: errors in one line that name the file, the line and the entry."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from queensbench.errors import BadInput
from queensbench.files.reading import read_bytes

HUGE = re.compile(r"0[xob][0-9a-fA-F_]{1000}")
"""What may be a number that Python can read, but not write in decimals."""

EMPTY: Mapping[str, type] = MappingProxyType({})


class Entries:
    """A TOML file of fields and of one array of tables, read with errors that name file, line and entry.

    ``array`` is the name of the tables (``unit`` for ``[[unit]]``) and ``label`` the field that names one.  Raises
    BadInput as :func:`read_toml`, and for a file that is not there.
    """

    def __init__(self, path: Path, array: str, label: str) -> None:
        self.path, self.array, self.label = path, array, label
        found = read_toml(path)
        if found is None:
            raise BadInput(
                "cannot be read: no such file or directory",
                where=str(path),
                remedy="name a file that exists",
            )
        source, self.top = found
        header = re.compile(rf"\s*\[\[\s*{array}\s*\]\]")
        lines = source.splitlines()
        self.lines = [number for number, line in enumerate(lines, 1) if header.match(line)]
        self.tables: list[dict[str, Any]] = self._tables()

    def _tables(self) -> list[dict[str, Any]]:
        tables = self.top.pop(self.array, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise BadInput(
                f"{self.array} is no array of tables", where=str(self.path), remedy=f"write [[{self.array}]]"
            )
        return tables

    def where(self, index: int | None = None) -> str:
        """The file, or the place of the table with this index (from 0): file, line and label."""
        if index is None:
            return str(self.path)
        line = f":{self.lines[index]}" if len(self.lines) == len(self.tables) else ""
        label = self.tables[index].get(self.label)
        name = f"{self.array} {label}" if isinstance(label, str) else f"{self.array} number {index + 1}"
        return f"{self.path}{line}: {name}"

    def fields(
        self, allowed: Mapping[str, type], index: int | None = None, *, optional: Mapping[str, type] = EMPTY
    ) -> dict[str, Any]:
        """The fields of the file's head or of one table, of the types in ``allowed`` and ``optional``.

        A list may be absent and so may what is optional; it is then empty.  Raises BadInput for an unknown,
        missing, mistyped or empty field.
        """
        table = self.top if index is None else self.tables[index]
        where = self.where(index)
        known = {**allowed, **optional}
        for name in table:
            if name not in known:
                raise BadInput(f"unknown field {name!r}", where=where, remedy=nearest(name, known))
        for name, kind in known.items():
            if name not in table:
                if kind is not list and name not in optional:
                    raise BadInput(f"field {name!r} is missing", where=where, remedy=f"add {name} = ...")
            elif type(table[name]) is not kind:
                wanted = {str: "a string", int: "a whole number", list: "a list", dict: "a table"}[kind]
                raise BadInput(
                    f"{name} = {table[name]!r} is not {wanted}", where=where, remedy=f"write {wanted}"
                )
        for name, kind in known.items():
            if kind is str and name in table and not table[name].strip():
                raise BadInput(f"field {name!r} is empty", where=where, remedy="say what it is")
        return {name: table.get(name, kind()) for name, kind in known.items()}


def _require_written(data: object) -> None:
    """Check that each number could be written in decimals, as messages do.  Raises ValueError."""
    todo = [data]
    while todo:
        value = todo.pop()
        if isinstance(value, int):
            str(value)
        elif isinstance(value, dict):
            todo += value.values()
        elif isinstance(value, list):
            todo += value


def read_toml(path: Path) -> tuple[str, dict[str, Any]] | None:
    """The text of a TOML file and its data, or None where there is no such file.

    Raises BadInput for a file that cannot be read, is not UTF-8, is no TOML, or has values beyond what can be read.
    """
    try:
        source = read_bytes(path).decode()
        data = tomllib.loads(source)
        if HUGE.search(source):
            _require_written(data)
        return source, data
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise BadInput(
            f"cannot be read: {reason}", where=str(path), remedy="make it a readable file"
        ) from None
    except UnicodeDecodeError as error:
        raise BadInput(
            f"not UTF-8 at byte {error.start}", where=str(path), remedy="save it as UTF-8"
        ) from None
    except tomllib.TOMLDecodeError as error:
        fault = str(error)
        raise BadInput(
            f"not TOML: {fault[0].lower()}{fault[1:]}", where=str(path), remedy="mend it"
        ) from None
    except ValueError:  # Python reads no number of more than some thousand digits
        raise BadInput(
            "a number has too many digits", where=str(path), remedy="write a smaller one"
        ) from None
    except RecursionError:
        raise BadInput(
            "its values are nested too deeply", where=str(path), remedy="nest fewer of them"
        ) from None


def one_of(known: type[StrEnum], value: Any, what: str, where: str) -> str:
    """The value itself, if a member of an enum has it.  Raises BadInput with the nearest values."""
    if not isinstance(value, str) or value not in {member.value for member in known}:
        raise BadInput(f"unknown {what} {value!r}", where=where, remedy=nearest(str(value), known))
    return value


def names(values: Sequence[Any], known: Iterable[str] | None, what: str, where: str) -> tuple[str, ...]:
    """A list of names, each once, all of them known (None: nobody knows them).  Raises BadInput."""
    known = None if known is None else list(known)
    for number, value in enumerate(values):
        if not isinstance(value, str):
            raise BadInput(f"{value!r} is no name of a {what}", where=where, remedy="write a string")
        if known is not None and value not in known:
            remedy = nearest(value, known) if known else f"write down the {what}s in clauses.toml first"
            raise BadInput(f"unknown {what} {value!r}", where=where, remedy=remedy)
        if value in values[:number]:
            raise BadInput(f"{what} {value!r} is named twice", where=where, remedy="name it once")
    return tuple(values)


def nearest(name: str, known: Iterable[str]) -> str:
    """A remedy that says what to write for an unknown name: the nearest known ones, or all if none is near."""
    names = sorted(known)
    if not names:
        return "take it out"
    close = difflib.get_close_matches(name, names, n=3) or names
    return f"use {', '.join(close)}" if len(close) == 1 else f"use one of {', '.join(close)}"


def require_known(what: str, names: Iterable[str], known: Sequence[str]) -> None:
    """Raise BadInput for the first of these names that is not known; ``what``: the word for what has such a name."""
    for name in names:
        if name not in known:
            raise BadInput(f"no {what} is called {name}", remedy=did_you_mean(name, known))


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A remedy that asks what an unknown name should mean: the nearest known ones, or all if none is near."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"choose of {', '.join(names)}" if names else "there is none"
