"""A weight of other arguments."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, Table, chance, initial, rule


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


Die = Annotated[int, Range(1, 6)]


class State(Record):
    seen: Table[Color, bool]
    die: Die


@initial()
def start(s: State) -> None:
    pass


@rule()
def likely(s: State, color: Color) -> int:
    return 2 if s.seen[color] else 1


@chance(weight=likely)
def draw(s: State, face: Die) -> None:
    s.die = face


mode = Mode("bad", state=State)
