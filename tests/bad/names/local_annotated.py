"""A local name takes the type of its value."""

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
    roll: int = s.die
    s.die = 7 - roll


mode = Mode("bad", state=State)
