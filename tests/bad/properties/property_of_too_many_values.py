"""A property that is asked of too many values."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, always, holds, initial

Die = Annotated[int, Range(1, 6)]
Big = Annotated[int, Range(0, 999999999)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@always("all", holds("every number is above nought"))
def every(s: State, x: Big) -> bool:
    return x + s.die > 0


mode = Mode("bad", state=State)
