"""Connect-4, from its rules.

Two sides drop discs into an upright grid in turn; a disc falls to the lowest free place of its column.
Whoever first has four discs in a line, upright, level or slanting, wins; a full grid without one is a draw.
The grid as sold is seven wide and six high.
"""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Instance,
    Kind,
    Lookup,
    Mode,
    Range,
    Record,
    Sizes,
    Table,
    action,
    decider,
    initial,
    over,
    require,
    rule,
    size,
    span,
    wins,
)


class Frame(Sizes):
    width: int = size(7, lo=1, hi=10)
    height: int = size(6, lo=1, hi=10)


n = Frame()


class Side(Kind):
    YELLOW = auto()
    RED = auto()


class Place(Kind):
    FREE = auto()
    YELLOW = auto()
    RED = auto()


Column = Annotated[int, Range(1, n.width)]
Row = Annotated[int, Range(1, n.height)]

DISC: Lookup[Side, Place] = Lookup({Side.YELLOW: Place.YELLOW, Side.RED: Place.RED})


class Grid(Record):
    place: Table[Column, Row, Place]
    turn: Side


@initial()
def empty_grid(s: Grid) -> None:
    s.turn = Side.YELLOW


@action()
def drop(s: Grid, column: Column) -> None:
    require(s.place[column, n.height] == Place.FREE)
    disc = DISC[s.turn]
    s.turn = Side.RED if s.turn == Side.YELLOW else Side.YELLOW
    for row in span(Row):
        if s.place[column, row] == Place.FREE:
            s.place[column, row] = disc
            return


@decider()
def whose_turn(s: Grid) -> Side:
    return s.turn


@rule()
def four_in_a_line(s: Grid, disc: Place) -> bool:
    level = any(
        all(s.place[column + k, row] == disc for k in range(4))
        for column in range(1, n.width - 2)
        for row in span(Row)
    )
    upright = any(
        all(s.place[column, row + k] == disc for k in range(4))
        for column in span(Column)
        for row in range(1, n.height - 2)
    )
    rising = any(
        all(s.place[column + k, row + k] == disc for k in range(4))
        for column in range(1, n.width - 2)
        for row in range(1, n.height - 2)
    )
    falling = any(
        all(s.place[column + k, row + 3 - k] == disc for k in range(4))
        for column in range(1, n.width - 2)
        for row in range(1, n.height - 2)
    )
    return level or upright or rising or falling


@over()
def decided_or_full(s: Grid) -> bool:
    full = all(s.place[column, n.height] != Place.FREE for column in span(Column))
    return full or any(four_in_a_line(s, DISC[side]) for side in Side)


@wins()
def winner(s: Grid, side: Side) -> bool:
    return four_in_a_line(s, DISC[side])


square = Instance("3x3", "no line of four fits", sizes={"width": 3, "height": 3})
low = Instance("4x3", "four wide, three high: level lines only", sizes={"width": 4, "height": 3})

mode = Mode("connect-4", state=Grid, sizes=n, players=Side, instances=(square, low))
