"""What a module holds does not change."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

TOTAL = 0


Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    TOTAL += 1
    s.die = TOTAL


mode = Mode("bad", state=State)
