"""A lookup with a number beyond 2**60."""

from typing import Annotated

from queensbench.language import Lookup, Mode, Range, Record, action, initial

Die = Annotated[int, Range(1, 6)]
WORTH = Lookup({1: 1, 2: 2**61})


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = WORTH[s.die] > 5


mode = Mode("bad", state=State)
