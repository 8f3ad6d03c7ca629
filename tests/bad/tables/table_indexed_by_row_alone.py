"""A table is indexed once."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, Table, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


Row = Annotated[int, Range(0, 2)]
Col = Annotated[int, Range(0, 2)]


class State(Record):
    done: bool
    board: Table[Row, Col, Color]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = s.board[1][2] == Color.RED


mode = Mode("bad", state=State)
