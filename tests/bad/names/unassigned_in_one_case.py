"""A name that one case leaves without a value."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, action, initial


class Phase(Kind):
    ROLL = auto()
    MOVE = auto()


Die = Annotated[int, Range(1, 6)]


class State(Record):
    phase: Phase
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    match s.phase:
        case Phase.ROLL:
            step = 1
        case _:
            pass
    s.die = step


mode = Mode("bad", state=State)
