"""A loop of a thousand million turns."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    for k in range(1000000000):
        s.done = k > s.die
    for j in range(3):
        s.done = j > s.die


mode = Mode("bad", state=State)
