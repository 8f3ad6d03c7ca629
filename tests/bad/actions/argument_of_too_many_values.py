"""An action with a thousand million choices."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Die = Annotated[int, Range(1, 6)]
Big = Annotated[int, Range(0, 999999999)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State, x: Big) -> None:
    s.done = x > 5


mode = Mode("bad", state=State)
