"""A loop that does not move."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Row = Annotated[int, Range(0, 2)]


class State(Record):
    row: Row


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    for k in range(0, 3, 0):
        s.row = k


mode = Mode("bad", state=State)
