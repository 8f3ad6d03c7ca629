"""A field that the record does not have."""

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
    s.tern = Side.LEFT


mode = Mode("bad", state=State)
