"""A rule of another record."""

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


class Other(Record):
    flag: bool


@rule()
def flip(s: Other) -> None:
    s.flag = True


@action()
def move(s: State) -> None:
    flip(s)


mode = Mode("bad", state=State)
