"""silent names what and where."""

from enum import auto

from queensbench.language import Kind, Mode, Record, action, initial, silent


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
    silent("who is ready")


mode = Mode("bad", state=State)
