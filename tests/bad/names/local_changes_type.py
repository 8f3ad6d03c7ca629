"""A name keeps its type."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    step = 1
    step = s.done
    s.done = step


mode = Mode("bad", state=State)
