"""Results and positions as HTML for notebooks: one table, or one board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from queensbench.rendering.boards import board_of
from queensbench.rendering.svg import svg


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with a title; every text in it is escaped."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def board(interpreter: Any, state: Any, title: str) -> str:
    """The board of a state (a record of the interpreter's), as the drawing of its mode shows it, with a title."""
    drawn = svg(board_of(interpreter, state), title=title)
    return f"<figure>{drawn}<figcaption>{escape(title)}</figcaption></figure>"
