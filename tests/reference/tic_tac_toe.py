"""Tic-tac-toe, from its rules.

Two sides mark the nine spots of a 3 x 3 grid in turn, Cross first.  Whoever first has three marks in a row,
upright, level or slanting, wins; a full grid without such a row is a draw.

Spots count in reading order, so that turning or mirroring the board permutes one range.
"""

from __future__ import annotations

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
    decider,
    initial,
    over,
    require,
    rule,
    span,
    wins,
)


class Side(Kind):
    CROSS = auto()
    NOUGHT = auto()


class Mark(Kind):
    BLANK = auto()
    CROSS = auto()
    NOUGHT = auto()


Spot = Annotated[int, Range(1, 9)]

MARK: Lookup[Side, Mark] = Lookup({Side.CROSS: Mark.CROSS, Side.NOUGHT: Mark.NOUGHT})


class Grid(Record):
    mark: Table[Spot, Mark]
    turn: Side


@initial()
def blank_grid(s: Grid) -> None:
    s.turn = Side.CROSS


@action()
def put(s: Grid, spot: Spot) -> None:
    require(s.mark[spot] == Mark.BLANK)
    s.mark[spot] = MARK[s.turn]
    s.turn = Side.NOUGHT if s.turn == Side.CROSS else Side.CROSS


@decider()
def whose_turn(s: Grid) -> Side:
    return s.turn


@rule()
def three_in_a_row(s: Grid, mark: Mark) -> bool:
    level = any(all(s.mark[3 * row + k] == mark for k in range(1, 4)) for row in range(3))
    upright = any(all(s.mark[3 * k + column] == mark for k in range(3)) for column in range(1, 4))
    falling = all(s.mark[spot] == mark for spot in range(1, 10, 4))
    rising = all(s.mark[spot] == mark for spot in range(3, 8, 2))
    return level or upright or falling or rising


@over()
def decided_or_full(s: Grid) -> bool:
    return any(three_in_a_row(s, MARK[side]) for side in Side) or all(
        s.mark[k] != Mark.BLANK for k in span(Spot)
    )


@wins()
def winner(s: Grid, side: Side) -> bool:
    return three_in_a_row(s, MARK[side])


QUARTER = [3, 6, 9, 2, 5, 8, 1, 4, 7]
MIRROR = [3, 2, 1, 6, 5, 4, 9, 8, 7]

board = Symmetry("board", ({Spot: QUARTER}, {Spot: MIRROR}), why="the grid has no upper side")

mode = Mode("tic-tac-toe", state=Grid, players=Side, symmetries=(board,))
