"""Two faults in one rule and one in another, in one pass."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, action, initial, rule


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


Die = Annotated[int, Range(1, 6)]


class State(Record):
    color: Color
    turn: Side
    die: Die
    done: bool


@initial()
def start(s: State) -> None:
    pass


@rule()
def ready(s: State) -> bool:
    return s.color == s.turn


@action()
def move(s: State) -> None:
    s.die = s.done
    while s.done:
        pass
    s.color = Color.YELLOW


mode = Mode("bad", state=State)
