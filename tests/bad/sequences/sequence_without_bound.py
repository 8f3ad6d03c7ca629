"""A sequence has a bound."""

from enum import auto

from queensbench.language import Kind, Mode, Record, Seq, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class State(Record):
    pile: Seq[Color]


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
