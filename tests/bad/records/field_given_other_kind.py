"""A member of another kind."""

from enum import auto

from queensbench.language import Kind, Mode, Record, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    color: Color


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.color = Side.LEFT


mode = Mode("bad", state=State)
