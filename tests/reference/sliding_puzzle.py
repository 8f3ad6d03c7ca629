"""The 8-puzzle, from its rules.

Eight numbered tiles lie in a 3 x 3 frame with one gap.  A tile beside the gap, above or below it may slide
into it.  The tiles start in order, row by row, with the gap in the last corner.
"""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Instance,
    Mode,
    Range,
    Record,
    Sizes,
    Table,
    action,
    holds,
    initial,
    reachable,
    require,
    size,
    span,
)


class Frame(Sizes):
    rows: int = size(3, lo=1, hi=4)
    columns: int = size(3, lo=1, hi=4)


n = Frame()

Row = Annotated[int, Range(1, n.rows)]
Column = Annotated[int, Range(1, n.columns)]
Tile = Annotated[int, Range(0, n.rows * n.columns - 1)]
"""The number on a tile; 0 is the gap."""


class Puzzle(Record):
    tile: Table[Row, Column, Tile]
    gap_row: Row
    gap_column: Column


@initial()
def in_order(s: Puzzle) -> None:
    for row in span(Row):
        for column in span(Column):
            s.tile[row, column] = ((row - 1) * n.columns + column) % (n.rows * n.columns)
    s.gap_row = n.rows
    s.gap_column = n.columns


@action()
def slide(s: Puzzle, row: Row, column: Column) -> None:
    require(abs(row - s.gap_row) + abs(column - s.gap_column) == 1)
    s.tile[s.gap_row, s.gap_column] = s.tile[row, column]
    s.tile[row, column] = 0
    s.gap_row = row
    s.gap_column = column


@reachable("in_order", holds("The tiles start in order."))
def in_order_again(s: Puzzle) -> bool:
    return all(
        s.tile[row, column] == ((row - 1) * n.columns + column) % (n.rows * n.columns)
        for row in span(Row)
        for column in span(Column)
    )


small = Instance("2x3", "five tiles", sizes={"rows": 2, "columns": 3})

mode = Mode("8-puzzle", state=Puzzle, sizes=n, instances=(small,))
