"""A result outside its range."""

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
def face(s: State) -> Die:
    return 7 if s.done else 8


@action()
def move(s: State) -> None:
    s.die = face(s)


mode = Mode("bad", state=State)
