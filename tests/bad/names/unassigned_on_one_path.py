"""A name that one path leaves without a value."""

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
    if s.done:
        step = 1
    s.die = step


mode = Mode("bad", state=State)
