"""A rule that only acts has no value."""

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
def flip(s: State) -> None:
    s.done = True


@action()
def move(s: State) -> None:
    s.die = flip(s)


mode = Mode("bad", state=State)
