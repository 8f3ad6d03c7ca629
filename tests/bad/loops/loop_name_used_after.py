"""A loop keeps its name to itself."""

from enum import auto

from queensbench.language import Kind, Mode, Record, action, initial


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    done: bool
    turn: Side


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    for side in Side:
        s.done = True
    s.turn = side


mode = Mode("bad", state=State)
