"""An argument keeps its range."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State, step: Die) -> None:
    step = step + 1
    s.done = step == 7


mode = Mode("bad", state=State)
