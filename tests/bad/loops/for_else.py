"""Loops have no else."""

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
    for side in Side:
        s.turn = side
    else:
        s.done = True


mode = Mode("bad", state=State)
