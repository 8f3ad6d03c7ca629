"""A table has no second name."""

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
    t = s.seen
    t[Color.RED] = True


mode = Mode("bad", state=State)
