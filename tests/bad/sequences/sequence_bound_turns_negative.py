"""A sequence whose bound is less than nothing in a small box."""

from enum import auto
from typing import Annotated

from queensbench.language import Bound, Instance, Kind, Mode, Record, Seq, Sizes, action, initial, size


class Color(Kind):
    RED = auto()
    BLUE = auto()


class Box(Sizes):
    cards: int = size(6, lo=2, hi=6)


n = Box()


class State(Record):
    pile: Annotated[Seq[Color], Bound(n.cards - 4)]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.pile.append(Color.RED)


mode = Mode("bad", state=State, sizes=n)
instance = Instance("small", sizes={"cards": 2})
