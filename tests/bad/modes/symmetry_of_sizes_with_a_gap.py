"""A symmetry permutes a range whose greatest value is a size: the values follow each other."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, Sizes, Symmetry, action, initial, size


class Box(Sizes):
    faces: int = size(3)


n = Box()
Die = Annotated[int, Range(1, n.faces)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.die = 1


mode = Mode("bad", state=State, sizes=n, symmetries=(Symmetry("turn", generators=({Die: [2, 4, 1]},)),))
