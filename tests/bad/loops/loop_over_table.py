"""Loops run over kinds and ranges."""

from enum import auto
from typing import Annotated

from queensbench.language import Bound, Kind, Mode, Record, Seq, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class State(Record):
    pile: Annotated[Seq[Color], Bound(3)]
    color: Color


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    for c in s.pile:
        s.color = c


mode = Mode("bad", state=State)
