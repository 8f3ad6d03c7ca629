"""A property is true or not."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, always, holds, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@always("high", holds("as rolled"))
def high(s: State) -> Die:
    return s.die


mode = Mode("bad", state=State)
