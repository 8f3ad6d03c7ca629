"""A generator with the name of a local."""

from enum import auto

from queensbench.language import Kind, Mode, Record, action, initial


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    turn: Side
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    side = s.turn
    s.done = any(side == Side.LEFT for side in Side)


mode = Mode("bad", state=State)
