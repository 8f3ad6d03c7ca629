"""Two rules that call each other."""

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
def odd(s: State) -> bool:
    return not even(s)


@rule()
def even(s: State) -> bool:
    return not odd(s)


mode = Mode("bad", state=State)
