"""A sequence of less than nothing."""

from enum import auto
from typing import Annotated

from queensbench.language import Bound, Kind, Mode, Record, Seq, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class State(Record):
    pile: Annotated[Seq[Color], Bound(-1)]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
