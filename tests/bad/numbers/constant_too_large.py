"""A constant of the module beyond 2**60."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Die = Annotated[int, Range(1, 6)]
MANY = -(2**61)


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = s.die > MANY


mode = Mode("bad", state=State)
