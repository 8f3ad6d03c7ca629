"""Two loops with one name, one inside the other."""

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
    for k in range(3):
        for k in range(2):
            s.row = k


mode = Mode("bad", state=State)
