"""Coloured grids: a row and a column for each value of two things, and the third in the cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HUES = 6
"""The colours of a grid: values beyond share the last one."""


@dataclass(frozen=True)
class Grid:
    """A table with a row and a column for each value of two of its columns: ``cells`` hold the text and a colour.

    Colour -1: none.  The last colour is that of all further values.
    """

    down: str
    across: str
    heads: Sequence[str]
    rows: Sequence[tuple[str, Sequence[tuple[str, int]]]]
    legend: Sequence[tuple[str, int]]


def grid(down: str, across: str, rows: Sequence[tuple[str, str, str]], *, few: bool = False) -> Grid:
    """The grid of rows of three: what names the row, what names the column, and what stands there.

    ``few``: it is coloured only if each value has a colour of its own and comes up twice or more on average.
    """
    heads = list(dict.fromkeys(head for _, head, _ in rows))
    values = list(dict.fromkeys(value for _, _, value in rows))
    coloured = not few or (len(values) <= HUES and 2 * len(values) <= len(rows))
    hue = {one: min(number, HUES - 1) if coloured else -1 for number, one in enumerate(values)}
    cells = {(name, head): value for name, head, value in rows}
    lines = [
        (
            name,
            [
                (cells[name, head], hue[cells[name, head]]) if (name, head) in cells else ("", -1)
                for head in heads
            ],
        )
        for name in dict.fromkeys(name for name, _, _ in rows)
    ]
    return Grid(down, across, heads, lines, list(hue.items()) if coloured else [])
