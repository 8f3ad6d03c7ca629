"""A size is known inside rules."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, Sizes, action, initial, size


class Box(Sizes):
    faces: int = size(6)


n = Box()
HALF = n.faces // 2


Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = s.die > HALF


mode = Mode("bad", state=State, sizes=n)
