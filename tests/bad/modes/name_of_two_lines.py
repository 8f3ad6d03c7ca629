"""A name of two lines."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


mode = Mode("good\nbad", state=State)
