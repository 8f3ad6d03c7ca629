"""A decider answers a number."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, decider, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@decider()
def who(s: State) -> Die:
    return s.die


@action()
def move(s: State) -> None:
    s.done = True


mode = Mode("bad", state=State)
