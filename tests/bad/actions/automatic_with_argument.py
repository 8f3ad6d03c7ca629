"""Automatic steps choose nothing."""

from enum import auto

from queensbench.language import Kind, Mode, Record, Table, automatic, initial, require


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class State(Record):
    seen: Table[Color, bool]


@initial()
def start(s: State) -> None:
    pass


@automatic()
def fall(s: State, color: Color) -> None:
    require(not s.seen[color])
    s.seen[color] = True


mode = Mode("bad", state=State)
