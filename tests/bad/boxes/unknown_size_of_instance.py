"""An instance of an unknown size."""

from queensbench.language import Instance, Mode, Record, Sizes, action, initial, size


class Box(Sizes):
    faces: int = size(6, lo=2, hi=6)


n = Box()


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = True


mode = Mode("bad", state=State, sizes=n)
instance = Instance("odd", sizes={"face": 3})
