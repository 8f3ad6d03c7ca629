"""A label is a text of one line."""

from enum import auto

from queensbench.language import Kind, Mode, Record, initial


class Color(Kind, label={"RED": " "}):
    RED = auto()
    GREEN = auto()


class State(Record):
    color: Color


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State)
