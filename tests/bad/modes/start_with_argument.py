"""One start."""

from enum import auto

from queensbench.language import Kind, Mode, Record, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class State(Record):
    color: Color


@initial()
def start(s: State, color: Color) -> None:
    s.color = color


mode = Mode("bad", state=State)
