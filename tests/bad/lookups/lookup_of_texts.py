"""Values of the language."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Lookup, Mode, Range, Record, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


Die = Annotated[int, Range(1, 6)]


FACES = Lookup({Color.RED: "one"})


class State(Record):
    die: Die
    color: Color


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.die = FACES[s.color]


mode = Mode("bad", state=State)
