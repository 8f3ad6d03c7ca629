"""A label names a number of its range."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, initial

Card = Annotated[int, Range(1, 13, label={1: "Ace", 14: "Joker"})]


class State(Record):
    card: Card


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State)
