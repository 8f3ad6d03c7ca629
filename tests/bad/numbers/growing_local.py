"""A local number doubles in a loop: 6 * 2**60 is beyond 2**60."""

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
    z = s.die + 0
    for _k in range(60):
        z = z * 2
    s.done = z > 5


mode = Mode("bad", state=State)
