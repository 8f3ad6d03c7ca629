"""A sum of products beyond 2**60."""

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
    s.done = sum(s.die * 100000000000000000 for k in range(2)) > 5


mode = Mode("bad", state=State)
