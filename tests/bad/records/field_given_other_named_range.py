"""A value of one named range stored in another."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Row = Annotated[int, Range(0, 2)]
Col = Annotated[int, Range(0, 2)]


class State(Record):
    row: Row
    col: Col


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.row = s.col


mode = Mode("bad", state=State)
