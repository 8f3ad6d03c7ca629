"""Sizes that are a class."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, Sizes, initial, size

Die = Annotated[int, Range(1, 6)]


class Box(Sizes):
    faces: int = size(3)



class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State, sizes=Box)
