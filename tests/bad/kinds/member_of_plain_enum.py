"""A plain Enum is no kind."""

from enum import Enum

from queensbench.language import Mode, Record, action, initial


class Plain(Enum):
    A = 1
    B = 2


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = Plain.A == Plain.B


mode = Mode("bad", state=State)
