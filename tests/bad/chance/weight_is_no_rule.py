"""A weight is a rule."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, chance, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@chance(weight=abs)
def draw(s: State, face: Die) -> None:
    s.die = face


mode = Mode("bad", state=State)
