"""A play under a place that names no instance."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, holds, initial, reachable

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@reachable("high", holds("as rolled"), plays={"full": "roll 6"})
def high(s: State) -> bool:
    return s.die > 0


mode = Mode("bad", state=State)
