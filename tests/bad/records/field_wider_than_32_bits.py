"""A range beyond 32 bits."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Wide = Annotated[int, Range(0, 9_000_000_000)]


class State(Record):
    wide: Wide


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
