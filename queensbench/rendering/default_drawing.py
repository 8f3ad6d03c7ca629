"""The picture of a state whose author has written no drawing: tables as grids, sequences as rows of cards.

What a field hides from somebody lies face down; whoever looks at a picture knows everything, as at every board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from queensbench.evidence.plays import _words as words
from queensbench.language.drawings import Board, Cell, Group
from queensbench.language.records import FieldDecl, Seq, Table
from queensbench.language.visibility import Visibility

MOST = 24
"""A table with more columns than this is a row for each of its cells that says something."""


def default_board(layout: Any, state: Any) -> Board:
    """The board of a state: its fields in their order, numbers and words a line each."""
    return Board([list(row) for decl in layout for row in _rows(decl, state)])


def _rows(decl: FieldDecl, state: Any) -> Iterator[list[Group]]:
    value = getattr(state, decl.name)
    name = decl.name.replace("_", " ")
    if isinstance(value, Table):
        yield from _table(decl, name, value, state)
    elif isinstance(value, Seq):
        yield [Group(name, _cards(value, down=_hidden(decl.visibility, state, ())))]
    else:
        down = _hidden(decl.visibility, state, ())
        yield [Group(name, [replace(_one(value, down=down), loose=not down)])]


def _table(decl: FieldDecl, name: str, value: Any, state: Any) -> Iterator[list[Group]]:
    """A table: its last index across, under a line of heads; a row for each value of the others."""
    items = [(key if isinstance(key, tuple) else (key,), cell) for key, cell in value.items()]
    heads = list(dict.fromkeys(key[-1] for key, _ in items))
    rows: dict[tuple[Any, ...], list[tuple[tuple[Any, ...], Any]]] = {}
    for key, cell in items:
        rows.setdefault(key[:-1], []).append((key, cell))
    if any(isinstance(cell, Seq) for _, cell in items) or len(heads) > MOST:
        for key, cell in items:
            label = " ".join((name, *map(words, key)))
            yield [Group(label, _cells(cell, down=_hidden(decl.visibility, state, key)))]
        return
    yield [Group(name, [Cell(words(head), loose=True) for head in heads], grid=decl.name)]
    for first, cells in rows.items():
        label = " ".join(("", *map(words, first))) if first else ""
        row = [_one(cell, down=_hidden(decl.visibility, state, key)) for key, cell in cells]
        yield [Group(label, row, grid=decl.name)]


def _cells(value: Any, *, down: bool) -> list[Cell]:
    return _cards(value, down=down) if isinstance(value, Seq) else [_one(value, down=down)]


def _cards(value: Any, *, down: bool) -> list[Cell]:
    """The cards of a sequence, first to last; one that is empty says so."""
    cards = [_one(value[at], down=down) for at in range(len(value))]
    return cards or [Cell("empty", loose=True)]


def _one(value: Any, *, down: bool) -> Cell:
    """A cell with a value in words."""
    text = ("yes" if value else "no") if isinstance(value, bool) else words(value)
    return Cell(text, down=down)


def _hidden(seen: Visibility, state: Any, key: tuple[Any, ...]) -> bool:
    """Whether some player does not see a cell."""
    if seen.who == "public":
        return False
    if not seen.shown:
        return True
    open_ = getattr(state, seen.shown)
    if isinstance(open_, Table):
        open_ = open_[key if len(key) > 1 else key[0]]
    return not open_
