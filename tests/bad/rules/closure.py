"""Rules use nothing of an enclosing function."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


def make(step: int) -> None:
    @action()
    def move(s: State) -> None:
        s.die = step


make(3)


mode = Mode("bad", state=State)
