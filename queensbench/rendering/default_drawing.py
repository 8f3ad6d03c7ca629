"""The picture of a state whose author has written no drawing: tables as grids, sequences as rows of cards.

What a field hides from some player lies face down, and its words are shown: whoever looks at a picture knows all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from queensbench.language.domains import words_in
from queensbench.language.drawings import Board, Cell, Group
from queensbench.language.records import FieldDecl, Seq, SeqField, Table

MOST = 24
"""A table with more columns than this has no line of heads: each of its cells says its key."""


def default_board(layout: Sequence[FieldDecl], state: Any) -> Board:
    """The board of a state: its fields in their order, each with its name in words."""
    return Board([row for decl in layout for row in _Field(decl, state).rows()])


class _Field:
    """A field of a state while it is drawn."""

    def __init__(self, decl: FieldDecl, state: Any) -> None:
        self.decl = decl
        self.state = state
        self.name = decl.name.replace("_", " ")
        self.domain = decl.value.value if isinstance(decl.value, SeqField) else decl.value

    def rows(self) -> Iterator[list[Group]]:
        """The field's rows of the board."""
        value = getattr(self.state, self.decl.name)
        if isinstance(value, Table):
            yield from self.table(list(value.items()))
        elif isinstance(value, Seq):
            yield [Group(self.name, self.cards(value, ()))]
        else:
            cell = self.cell(value, ())
            yield [Group(self.name, [replace(cell, loose=not cell.down)])]

    def table(self, items: Sequence[tuple[tuple[Any, ...], Any]]) -> Iterator[list[Group]]:
        """A table: its last index across, under a line of heads; a row for each value of the others."""
        heads = list(dict.fromkeys(key[-1] for key, _ in items))
        if any(isinstance(cell, Seq) for _, cell in items):
            for key, cell in items:
                yield [Group(" ".join((self.name, *self.words(key))), self.cards(cell, key))]
            return
        rows: dict[tuple[Any, ...], list[Cell]] = {}
        for key, cell in items:
            rows.setdefault(key[:-1], []).append(self.cell(cell, key))
        if len(heads) > MOST:
            for first, cells in rows.items():
                told = zip((words_in(self.decl.index[-1], head) for head in heads), cells, strict=False)
                named = [replace(cell, text=f"{head}: {cell.text}") for head, cell in told]
                yield [Group(" ".join((self.name, *self.words(first))), named)]
            return
        names = [Cell(words_in(self.decl.index[-1], head), loose=True) for head in heads]
        yield [Group(self.name, names, grid=self.decl.name)]
        for first, cells in rows.items():
            yield [Group(" ".join(("", *self.words(first))) if first else "", cells, grid=self.decl.name)]

    def words(self, key: Sequence[Any]) -> list[str]:
        """The values of a key, each as a person says it."""
        return [words_in(domain, one) for domain, one in zip(self.decl.index, key, strict=False)]

    def cards(self, value: Any, key: tuple[Any, ...]) -> list[Cell]:
        """The cards of a sequence, first to last; one that is empty says so."""
        return [self.cell(value[at], key) for at in range(len(value))] or [Cell("empty", loose=True)]

    def cell(self, value: Any, key: tuple[Any, ...]) -> Cell:
        """A cell with a value in words, face down if some player does not see it."""
        return Cell(words_in(self.domain, value), down=self.hidden(key))

    def hidden(self, key: tuple[Any, ...]) -> bool:
        """Whether some player does not see what stands under a key."""
        seen = self.decl.visibility
        if seen.who == "public":
            return False
        if not seen.shown:
            return True
        open_ = getattr(self.state, seen.shown)
        if isinstance(open_, Table):
            open_ = open_[key if len(key) > 1 else key[0]]
        return not open_
