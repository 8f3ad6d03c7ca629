"""A range that is empty in this instance."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, Sizes, action, initial, size


class Box(Sizes):
    cards: int = size(0, lo=0)


n = Box()
Place = Annotated[int, Range(1, n.cards)]


class State(Record):
    place: Place


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State, sizes=n)
