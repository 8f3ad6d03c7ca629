"""A faulty condition does not hide its branches."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die
    color: Color
    turn: Side


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    if s.die:
        s.color = Side.LEFT
    else:
        s.turn = Color.RED


mode = Mode("bad", state=State)
