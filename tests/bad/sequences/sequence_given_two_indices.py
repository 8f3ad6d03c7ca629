"""A sequence has one index."""

from enum import auto
from typing import Annotated

from queensbench.language import Bound, Kind, Mode, Record, Seq, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class State(Record):
    done: bool
    pile: Annotated[Seq[Color], Bound(3)]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = s.pile[0, 1] == Color.RED


mode = Mode("bad", state=State)
