"""Sums are of generators."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, Table, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die
    seen: Table[Color, bool]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.die = sum(s.seen)


mode = Mode("bad", state=State)
