"""A generator that uses its own name too early."""

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


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = any(color == Color.RED for side in Side for color in color)


mode = Mode("bad", state=State)
