"""Over for everybody."""

from enum import auto

from queensbench.language import Kind, Mode, Record, initial, over


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    turn: Side


@initial()
def start(s: State) -> None:
    pass


@over()
def ended(s: State, side: Side) -> bool:
    return s.turn == side


mode = Mode("bad", state=State)
