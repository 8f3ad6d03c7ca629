"""A result of the type that was said."""

from enum import auto

from queensbench.language import Kind, Mode, Record, initial, rule


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    turn: Side


@initial()
def start(s: State) -> None:
    pass


@rule()
def face(s: State) -> Color:
    return s.turn


mode = Mode("bad", state=State)
