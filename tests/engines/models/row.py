"""A row of two squares that two players fill in turn: the smallest game with a picture."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, Table, action, decider, initial, over, require

Spot = Annotated[int, Range(0, 1)]


class Mark(Kind):
    EMPTY = "."
    CROSS = "X"
    NOUGHT = "O"


class Player(Kind):
    CROSS = "X"
    NOUGHT = "O"


class Row(Record):
    turn: Player
    square: Table[Spot, Mark]


@initial()
def empty(s: Row) -> None:
    s.turn = Player.CROSS


@decider()
def whose(s: Row) -> Player:
    return s.turn


@over()
def full(s: Row) -> bool:
    return all(s.square[i] != Mark.EMPTY for i in range(2))


@action()
def put(s: Row, i: Spot) -> None:
    require(s.square[i] == Mark.EMPTY)
    if s.turn == Player.CROSS:
        s.square[i] = Mark.CROSS
        s.turn = Player.NOUGHT
    else:
        s.square[i] = Mark.NOUGHT
        s.turn = Player.CROSS


def draw(s: Row) -> str:
    return f"{s.turn.value}:\n{s.square[0].value} {s.square[1].value}"


mode = Mode("row", state=Row, players=Player, draw=draw)
