"""Two kinds of one name."""

from enum import auto

from queensbench.language import Kind, Mode, Record, action, initial


class Color(Kind):
    RED = auto()


Old = Color


class Color(Kind):
    RED = auto()


class State(Record):
    old: Old
    color: Color


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.color = Color.RED


mode = Mode("bad", state=State)
