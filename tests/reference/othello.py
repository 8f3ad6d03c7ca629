"""Othello, from its rules.

Two sides lay discs in turn on a square board, Black first; in the middle lie two discs of each, crosswise.  A disc has
to outflank: in at least one of the eight directions a row of the other side's discs ends in one of one's own.  All discs
in such rows are turned.  Who cannot outflank gives way; when neither can, the side with more discs wins.
The board as sold is eight by eight; a smaller one has an even width.
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
    score,
    size,
    span,
    wins,
)


class Board(Sizes):
    half: int = size(4, lo=1, hi=5)


n = Board()


class Side(Kind):
    BLACK = auto()
    WHITE = auto()


class Disc(Kind):
    NONE = auto()
    BLACK = auto()
    WHITE = auto()


Column = Annotated[int, Range(1, 2 * n.half)]
Row = Annotated[int, Range(1, 2 * n.half)]
Way = Annotated[int, Range(-1, 1)]

OWN: Lookup[Side, Disc] = Lookup({Side.BLACK: Disc.BLACK, Side.WHITE: Disc.WHITE})
OTHER: Lookup[Side, Side] = Lookup({Side.BLACK: Side.WHITE, Side.WHITE: Side.BLACK})


class Square(Record):
    disc: Table[Column, Row, Disc]
    turn: Side


@initial()
def crosswise(s: Square) -> None:
    s.turn = Side.BLACK
    s.disc[n.half, n.half] = Disc.WHITE
    s.disc[n.half + 1, n.half + 1] = Disc.WHITE
    s.disc[n.half, n.half + 1] = Disc.BLACK
    s.disc[n.half + 1, n.half] = Disc.BLACK


@rule()
def outflanked(s: Square, side: Side, column: Column, row: Row, across: Way, down: Way) -> int:
    """How many discs a disc there would turn in a direction."""
    if across == 0 and down == 0:
        return 0
    for k in range(1, 2 * n.half):
        c = column + k * across
        r = row + k * down
        if c < 1 or c > 2 * n.half or r < 1 or r > 2 * n.half:
            return 0
        if s.disc[c, r] == Disc.NONE:
            return 0
        if s.disc[c, r] == OWN[side]:
            return k - 1
    return 0


@rule()
def outflanks(s: Square, side: Side, column: Column, row: Row) -> bool:
    return s.disc[column, row] == Disc.NONE and any(
        outflanked(s, side, column, row, across, down) > 0 for across in span(Way) for down in span(Way)
    )


@rule()
def can_move(s: Square, side: Side) -> bool:
    return any(outflanks(s, side, column, row) for column in span(Column) for row in span(Row))


@action()
def lay(s: Square, column: Column, row: Row) -> None:
    require(outflanks(s, s.turn, column, row))
    for across in span(Way):
        for down in span(Way):
            turned = outflanked(s, s.turn, column, row, across, down)
            for k in range(1, 2 * n.half):
                if k <= turned:
                    s.disc[column + k * across, row + k * down] = OWN[s.turn]
    s.disc[column, row] = OWN[s.turn]
    s.turn = OTHER[s.turn]


@action()
def give_way(s: Square) -> None:
    require(not can_move(s, s.turn))
    s.turn = OTHER[s.turn]


@decider()
def whose_turn(s: Square) -> Side:
    return s.turn


@over()
def neither_can(s: Square) -> bool:
    return not any(can_move(s, side) for side in Side)


@rule()
def discs(s: Square, side: Side) -> int:
    return sum(1 for column in span(Column) for row in span(Row) if s.disc[column, row] == OWN[side])


@wins()
def has_more(s: Square, side: Side) -> bool:
    return discs(s, side) > discs(s, OTHER[side])


@score()
def lead(s: Square, side: Side) -> int:
    return discs(s, side) - discs(s, OTHER[side])


four = Instance("4x4", "four by four", sizes={"half": 2})

mode = Mode("othello", state=Square, sizes=n, players=Side, instances=(four,))
