"""A property is of a state."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, always, holds, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@always("high", holds("as rolled"))
def high(face: Die) -> bool:
    return face > 0


mode = Mode("bad", state=State)
