"""A fault is told once, not again by what follows from it."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


Die = Annotated[int, Range(1, 6)]


class State(Record):
    color: Color
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    step = s.color + 1
    twice = step * 2
    s.die = twice


mode = Mode("bad", state=State)
