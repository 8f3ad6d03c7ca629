"""A size that is not declared."""

from queensbench.language import Mode, Record, Sizes, action, initial, size


class Box(Sizes):
    faces: int = size(6)


n = Box()


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = n.face > 6


mode = Mode("bad", state=State, sizes=n)
