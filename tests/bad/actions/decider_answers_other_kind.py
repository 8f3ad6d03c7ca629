"""A player decides."""

from enum import auto

from queensbench.language import Kind, Mode, Record, decider, initial


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


@decider()
def chooser(s: State) -> Color:
    return s.color


mode = Mode("bad", state=State, players=Side)
