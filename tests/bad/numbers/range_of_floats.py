"""A range of whole numbers."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Half = Annotated[int, Range(0, 1.5)]


class State(Record):
    half: Half


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
