"""A size that has the name of something else that an instance gives."""

from queensbench.language import Instance, Mode, Record, Sizes, action, initial, size


class Box(Sizes):
    states: int = size(6, lo=2, hi=6)


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
instance = Instance("odd", sizes={"states": "4"})
