"""A table is indexed by kinds and ranges."""

from enum import auto

from queensbench.language import Kind, Mode, Record, Table, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class State(Record):
    seen: Table[bool, Color]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
