"""A field of a plain Enum."""

from enum import Enum

from queensbench.language import Mode, Record, action, initial


class Plain(Enum):
    A = 1
    B = 2


class State(Record):
    mark: Plain


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
