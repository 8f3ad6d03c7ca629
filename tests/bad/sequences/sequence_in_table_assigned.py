"""A sequence in a table is changed in place."""

from enum import auto
from typing import Annotated

from queensbench.language import Bound, Kind, Mode, Record, Seq, Table, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    piles: Table[Side, Annotated[Seq[Color], Bound(3)]]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.piles[Side.LEFT] = Color.RED


mode = Mode("bad", state=State)
