"""A loop keeps its name to itself, whatever the module calls so."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial

k = 4


Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    for k in range(3):
        s.done = True
    s.die = k


mode = Mode("bad", state=State)
