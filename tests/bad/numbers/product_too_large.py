"""Numbers stay below a bound."""

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
    big = 2000000000
    s.done = big * big * s.die > 5


mode = Mode("bad", state=State)
