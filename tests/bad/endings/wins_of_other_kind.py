"""A player wins."""

from enum import auto

from queensbench.language import Kind, Mode, Record, Table, initial, wins


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    seen: Table[Color, bool]


@initial()
def start(s: State) -> None:
    pass


@wins()
def won(s: State, color: Color) -> bool:
    return s.seen[color]


mode = Mode("bad", state=State, players=Side)
