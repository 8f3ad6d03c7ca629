"""A name that a rule assigns is its own from its first line on."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

STEP = 1


Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.die = STEP
    STEP = 2


mode = Mode("bad", state=State)
