"""Division by what may be nought."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Row = Annotated[int, Range(0, 2)]
Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool
    row: Row
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = s.row // s.die == 1


mode = Mode("bad", state=State)
