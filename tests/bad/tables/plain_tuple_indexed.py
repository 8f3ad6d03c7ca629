"""Only tables, sequences and lookups are indexed."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

SIZES = (1, 2, 3)


Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.die = SIZES[0]


mode = Mode("bad", state=State)
