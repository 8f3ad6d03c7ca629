"""A generator keeps its name to itself."""

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
    s.done = any(side == Side.LEFT for side in Side)
    s.turn = side


mode = Mode("bad", state=State)
