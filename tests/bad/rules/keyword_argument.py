"""Arguments in order."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial, rule

Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@rule()
def high(face: Die) -> bool:
    return face > 3


@action()
def move(s: State) -> None:
    s.done = high(face=s.die)


mode = Mode("bad", state=State)
