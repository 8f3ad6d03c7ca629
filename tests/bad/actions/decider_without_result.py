"""A decider answers."""

from enum import auto

from queensbench.language import Kind, Mode, Record, decider, initial


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    turn: Side


@initial()
def start(s: State) -> None:
    pass


@decider()
def chooser(s: State) -> None:
    pass


mode = Mode("bad", state=State)
