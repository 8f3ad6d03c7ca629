"""A value of one named range given for another."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, Table, action, initial, require, rule


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


Row = Annotated[int, Range(0, 2)]
Col = Annotated[int, Range(0, 2)]


class State(Record):
    seen: Table[Color, bool]


@initial()
def start(s: State) -> None:
    pass


@rule()
def empty(s: State, i: Row) -> bool:
    return s.seen[Color.RED] and i == 0


@action()
def move(s: State, j: Col) -> None:
    require(empty(s, j))


mode = Mode("bad", state=State)
