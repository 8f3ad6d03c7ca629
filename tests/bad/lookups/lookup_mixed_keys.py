"""Keys of one type."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Lookup, Mode, Range, Record, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


Die = Annotated[int, Range(1, 6)]


FACES = Lookup({Color.RED: 1, Side.LEFT: 2})


class State(Record):
    die: Die
    color: Color


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.die = FACES[s.color]


mode = Mode("bad", state=State)
