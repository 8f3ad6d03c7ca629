"""A clause inside an expression."""

from enum import auto
from typing import Annotated

from queensbench.language import *


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    done: bool
    turn: Side
    count: Annotated[int, Range(0, 3)]
    line: Annotated[Seq[Side], Bound(2)]
    seen: Table[Side, bool]


@initial()
def start(s: State) -> None:
    pass


@rule()
def low(s: State, side: Side) -> bool:
    return s.count < 2 and s.turn == side


@action()
def act(s: State) -> None:
    require(clause("a.b") == s.done)


mode = Mode("bad", state=State)
