"""Two properties of one name."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, always, holds, initial, never

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@always("high", holds("as rolled"))
def high(s: State) -> bool:
    return s.die > 0


@never("high", holds("as rolled"))
def low(s: State) -> bool:
    return s.die < 1


mode = Mode("bad", state=State)
