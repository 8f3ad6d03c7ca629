"""A name that hides one of the language."""

from queensbench.language import Mode, Record, action, initial


def any(values: object) -> bool:
    return True


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = any(x == 1 for x in range(3))


mode = Mode("bad", state=State)
