"""A weight is a number."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, chance, initial, rule

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@rule()
def likely(s: State, face: Die) -> bool:
    return face > 2


@chance(weight=likely)
def draw(s: State, face: Die) -> None:
    s.die = face


mode = Mode("bad", state=State)
