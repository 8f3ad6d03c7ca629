"""Arguments one by one."""

from enum import auto
from typing import Annotated

from queensbench.language import Bound, Kind, Mode, Range, Record, Seq, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die
    pile: Annotated[Seq[Color], Bound(3)]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.die = max(*s.pile)


mode = Mode("bad", state=State)
