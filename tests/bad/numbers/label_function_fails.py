"""A function of labels answers for every number."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, initial

Card = Annotated[int, Range(1, 13, label=["", "Ace"].__getitem__)]


class State(Record):
    card: Card


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State)
