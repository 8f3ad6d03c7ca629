"""Two members have two labels."""

from enum import auto

from queensbench.language import Kind, Mode, Record, initial


class Color(Kind, label={"RED": "scarlet", "GREEN": "scarlet"}):
    RED = auto()
    GREEN = auto()


class State(Record):
    color: Color


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State)
