"""An owner is the first index."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Record, action, initial, owner


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class State(Record):
    card: Annotated[Color, owner()]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
