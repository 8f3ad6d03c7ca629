"""Actions that together are too many moves."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Die = Annotated[int, Range(1, 6)]
Big = Annotated[int, Range(0, 3999999)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State, x: Big) -> None:
    s.done = x > 5


@action()
def other(s: State, x: Big) -> None:
    s.done = x > 6


mode = Mode("bad", state=State)
