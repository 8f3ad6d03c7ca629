"""A rule that is not known."""

from enum import auto

from queensbench.language import Kind, Mode, Record, action, initial, rule


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    turn: Side


@initial()
def start(s: State) -> None:
    pass


@rule()
def flip(s: State) -> None:
    s.turn = Side.LEFT


@action()
def move(s: State) -> None:
    flop(s)


mode = Mode("bad", state=State)
