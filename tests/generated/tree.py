"""Source text as a tree: expressions and statements, each with the form that it is of, rendered to Python.

A *form* is what an author would call it: ``sum``, ``augmented store``, ``clause``.  Forms are what coverage counts.
Binary expressions stand in brackets, so that no precedence has to be known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

INDENT = "    "


@dataclass(frozen=True)
class Node:
    """An expression: its form, and a template in which ``{0}``, ``{1}`` stand for its parts."""

    form: str
    text: str
    parts: tuple[Node, ...] = ()

    def __str__(self) -> str:
        return self.text.format(*self.parts)


@dataclass(frozen=True)
class Line:
    """A statement of one line."""

    form: str
    text: str
    parts: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Block:
    """A statement with a body; what follows in the same statement (``else``) is a block of its own."""

    form: str
    text: str
    parts: tuple[Node, ...]
    body: tuple[Line | Block, ...]


Stmt = Line | Block


def lines(body: Iterable[Stmt], depth: int = 1) -> Iterator[str]:
    """The lines of statements, indented; an empty body passes."""
    empty = True
    for stmt in body:
        empty = False
        yield INDENT * depth + stmt.text.format(*stmt.parts)
        if isinstance(stmt, Block):
            yield from lines(stmt.body, depth + 1)
    if empty:
        yield INDENT * depth + "pass"


def forms(*found: Node | Stmt) -> Iterator[str]:
    """The forms of all that stands in a tree."""
    for one in found:
        yield one.form
        yield from forms(*one.parts)
        if isinstance(one, Block):
            yield from forms(*one.body)
