"""An index outside its range."""

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
    board: Table[Row, Col, Color]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.board[0, 3] = Color.RED


mode = Mode("bad", state=State)
