"""Cases name members."""

from enum import auto

from queensbench.language import Kind, Mode, Record, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class State(Record):
    color: Color
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    match s.color:
        case [Color.RED]:
            s.done = True


mode = Mode("bad", state=State)
