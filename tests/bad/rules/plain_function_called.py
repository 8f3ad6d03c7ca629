"""A function that is no rule."""

from queensbench.language import Mode, Record, action, initial


def helper(x: int) -> bool:
    return x > 2


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = helper(3)


mode = Mode("bad", state=State)
