"""A span is of a range."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial, span

Row = Annotated[int, Range(0, 2)]


class State(Record):
    row: Row


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    for k in span(3):
        s.row = k


mode = Mode("bad", state=State)
