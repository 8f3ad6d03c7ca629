"""No powers."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Row = Annotated[int, Range(0, 2)]
Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die
    row: Row


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.die = s.row ** 2


mode = Mode("bad", state=State)
