"""Keys far apart."""

from typing import Annotated

from queensbench.language import Lookup, Mode, Range, Record, action, initial

Die = Annotated[int, Range(1, 6)]


FACES = Lookup({0: 1, 9000000: 2})


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.die = FACES[s.die]


mode = Mode("bad", state=State)
