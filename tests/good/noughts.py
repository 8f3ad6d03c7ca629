"""Noughts and crosses on nine numbered spots, with its symmetries."""

from enum import auto
from typing import Annotated

from queensbench.language import (
    Kind,
    Lookup,
    Mode,
    Range,
    Record,
    Symmetry,
    Table,
    action,
    always,
    decider,
    holds,
    initial,
    over,
    require,
    rule,
    span,
    wins,
)


class Mark(Kind):
    NONE = auto()
    CROSS = auto()
    NOUGHT = auto()


class Side(Kind):
    CROSSES = auto()
    NOUGHTS = auto()


Spot = Annotated[int, Range(0, 8)]
MARK: Lookup[Side, Mark] = Lookup({Side.CROSSES: Mark.CROSS, Side.NOUGHTS: Mark.NOUGHT})


class Board(Record):
    spot: Table[Spot, Mark]
    turn: Side


@initial()
def start(s: Board) -> None:
    s.turn = Side.CROSSES


@rule()
def row(s: Board, mark: Mark) -> bool:
    return (
        any(all(s.spot[3 * i + j] == mark for j in range(3)) for i in range(3))
        or any(all(s.spot[3 * i + j] == mark for i in range(3)) for j in range(3))
        or all(s.spot[4 * i] == mark for i in range(3))
        or all(s.spot[2 + 2 * i] == mark for i in range(3))
    )


@over()
def full(s: Board) -> bool:
    return any(row(s, MARK[side]) for side in Side) or all(s.spot[k] != Mark.NONE for k in span(Spot))


@wins()
def won(s: Board, side: Side) -> bool:
    return row(s, MARK[side])


@decider()
def mover(s: Board) -> Side:
    return s.turn


@action()
def place(s: Board, at: Spot) -> None:
    require(s.spot[at] == Mark.NONE)
    s.spot[at] = MARK[s.turn]
    s.turn = Side.NOUGHTS if s.turn == Side.CROSSES else Side.CROSSES


@always("one row", holds("play ends with the first row"))
def one_row(s: Board) -> bool:
    return not (row(s, Mark.CROSS) and row(s, Mark.NOUGHT))


turn = Symmetry(
    "turn",
    ({Spot: [2, 5, 8, 1, 4, 7, 0, 3, 6]}, {Spot: [2, 1, 0, 5, 4, 3, 8, 7, 6]}),
    why="the board looks alike from all sides, and in a mirror",
)
colors = Symmetry(
    "colours",
    ({Side: [Side.NOUGHTS, Side.CROSSES], Mark: [Mark.NONE, Mark.NOUGHT, Mark.CROSS]},),
    why="both sides play by the same rules",
)
slide = Symmetry("slide", ({Spot: [1, 2, 0, 4, 5, 3, 7, 8, 6]},), why="wrong: diagonals do not slide")
mode = Mode("noughts", state=Board, players=Side, symmetries=(turn, colors))
