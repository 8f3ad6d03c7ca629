"""A function of labels is not asked of a long range."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, initial

Card = Annotated[int, Range(1, 5_000, label=str)]


class State(Record):
    card: Card


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State)
