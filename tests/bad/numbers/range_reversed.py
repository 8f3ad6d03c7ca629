"""A range whose bounds are the wrong way round."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Low = Annotated[int, Range(3, 1)]


class State(Record):
    low: Low


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
