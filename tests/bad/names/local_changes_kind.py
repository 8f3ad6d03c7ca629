"""A name keeps its kind."""

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
    turn: Side
    color: Color


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    step = s.turn
    step = s.color
    s.color = step


mode = Mode("bad", state=State)
