"""Loops inside one another turn too often."""

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
    for k in range(2000):
        s.done = any(i + k > s.die for i in range(2000))


mode = Mode("bad", state=State)
