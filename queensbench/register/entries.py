"""Reading the register's TOML files: errors in one line that name the file, the line and the entry."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from queensbench.errors import BadInput


class Entries:
    """A TOML file of fields and of one array of tables, read with errors that name file, line and entry.

    ``array`` is the name of the tables (``unit`` for ``[[unit]]``) and ``label`` the field that names one.
    """

    def __init__(self, path: Path, array: str, label: str) -> None:
        self.path, self.array, self.label = path, array, label
        try:
            source = path.read_bytes().decode()
            self.top: dict[str, Any] = tomllib.loads(source)
        except OSError as error:
            reason = (error.strerror or "unreadable").lower()
            raise BadInput(
                f"cannot be read: {reason}", where=str(path), remedy="name a file that exists"
            ) from None
        except UnicodeDecodeError as error:
            raise BadInput(
                f"not UTF-8 at byte {error.start}", where=str(path), remedy="save the file as UTF-8"
            ) from None
        except tomllib.TOMLDecodeError as error:
            fault = str(error)
            raise BadInput(
                f"not TOML: {fault[0].lower()}{fault[1:]}", where=str(path), remedy="mend it"
            ) from None
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
        """The place of the file, or of the table with this index: file, line and label."""
        if index is None:
            return str(self.path)
        line = f":{self.lines[index]}" if len(self.lines) == len(self.tables) else ""
        label = self.tables[index].get(self.label)
        name = f"{self.array} {label}" if isinstance(label, str) else f"{self.array} number {index + 1}"
        return f"{self.path}{line}: {name}"

    def fields(self, allowed: Mapping[str, type], index: int | None = None) -> dict[str, Any]:
        """The fields of the file's head or of one table, all of them present and of the types in ``allowed``.

        A list may be absent and is then empty.  Raises BadInput for an unknown, missing or mistyped field.
        """
        table = self.top if index is None else self.tables[index]
        where = self.where(index)
        for name in table:
            if name not in allowed:
                raise BadInput(f"unknown field {name!r}", where=where, remedy=nearest(name, allowed))
        for name, kind in allowed.items():
            if name not in table and kind is not list:
                raise BadInput(f"field {name!r} is missing", where=where, remedy=f"add {name} = ...")
            if name in table and type(table[name]) is not kind:
                wanted = {str: "a string", int: "a whole number", list: "a list", dict: "a table"}[kind]
                raise BadInput(
                    f"{name} = {table[name]!r} is not {wanted}", where=where, remedy=f"write {wanted}"
                )
        for name, kind in allowed.items():
            if kind is str and not table[name].strip():
                raise BadInput(f"field {name!r} is empty", where=where, remedy="say what it is")
        return {name: table.get(name, []) for name in allowed}


def nearest(name: str, known: Iterable[str]) -> str:
    """A remedy for an unknown name: the nearest known ones, or all of them if none is near."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=3) or names
    return f"use {', '.join(close)}" if len(close) == 1 else f"use one of {', '.join(close)}"
