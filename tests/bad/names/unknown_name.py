"""A name that is not known, with the nearest."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    limit = 3
    s.die = limitt


mode = Mode("bad", state=State)
