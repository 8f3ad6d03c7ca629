"""Rules do not raise, so they do not catch."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    try:
        s.die += 1
    except ValueError:
        s.die = 1


mode = Mode("bad", state=State)
