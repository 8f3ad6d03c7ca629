"""A size beyond 32 bits."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, Sizes, initial, size

Die = Annotated[int, Range(1, 6)]


class Box(Sizes):
    many: int = size(3, lo=0, hi=3000000000)



class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State)
