"""A label names a member."""

from enum import auto

from queensbench.language import Kind, Mode, Record, initial


class Color(Kind, label={"RED": "scarlet", "BLUE": "azure"}):
    RED = auto()
    GREEN = auto()


class State(Record):
    color: Color


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State)
