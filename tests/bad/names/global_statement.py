"""Everything that changes is in the state."""

from enum import auto

from queensbench.language import Kind, Mode, Record, action, initial

TOTAL = 0


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
    global TOTAL
    TOTAL = 1


mode = Mode("bad", state=State)
