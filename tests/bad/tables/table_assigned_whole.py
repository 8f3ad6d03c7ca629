"""A table is written cell by cell."""

from enum import auto

from queensbench.language import Kind, Mode, Record, Table, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class State(Record):
    seen: Table[Color, bool]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.seen = True


mode = Mode("bad", state=State)
