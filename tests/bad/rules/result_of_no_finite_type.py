"""A result that is no finite type."""

from enum import auto

from queensbench.language import Kind, Mode, Record, initial, rule


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    turn: Side


@initial()
def start(s: State) -> None:
    pass


@rule()
def face(s: State) -> str:
    return "x"


mode = Mode("bad", state=State)
