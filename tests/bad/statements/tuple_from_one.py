"""A tuple is written out."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Row = Annotated[int, Range(0, 2)]
Col = Annotated[int, Range(0, 2)]
Die = Annotated[int, Range(1, 6)]


class State(Record):
    row: Row
    col: Col
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.row, s.col = s.die


mode = Mode("bad", state=State)
