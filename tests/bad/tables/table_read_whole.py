"""A table is read cell by cell."""

from enum import auto

from queensbench.language import Kind, Mode, Record, Table, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class State(Record):
    done: bool
    seen: Table[Color, bool]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = s.seen == s.seen


mode = Mode("bad", state=State)
