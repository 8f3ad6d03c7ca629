"""Both sides of a choice have one type."""

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
    done: bool
    color: Color
    turn: Side


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = s.color if s.done else s.turn


mode = Mode("bad", state=State)
