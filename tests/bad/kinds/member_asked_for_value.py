"""The value of a member is nothing that rules see."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.die = Color.RED.value


mode = Mode("bad", state=State)
