"""What shows a field is a field."""

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Record, Table, action, initial, owner


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    card: Annotated[Table[Side, Color], owner(shown="open")]
    open: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
