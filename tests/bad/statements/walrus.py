"""Assignment stands on its own line."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    if (roll := s.die) > 3:
        s.done = roll == 6


mode = Mode("bad", state=State)
