"""A loop named like the state."""

from enum import auto

from queensbench.language import Kind, Mode, Record, action, initial


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    turn: Side


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    for s in Side:
        s.turn = s


mode = Mode("bad", state=State)
