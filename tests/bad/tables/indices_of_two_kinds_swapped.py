"""Two indices the wrong way round."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, Table, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


Die = Annotated[int, Range(1, 6)]


class State(Record):
    count: Table[Side, Color, Die]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.count[Color.RED, Side.LEFT] = 3


mode = Mode("bad", state=State)
