"""A size beyond its own bounds."""

from queensbench.language import Mode, Record, Sizes, action, initial, size


class Box(Sizes):
    faces: int = size(6, lo=1, hi=4)


n = Box()


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = n.faces > 6


mode = Mode("bad", state=State, sizes=n)
