"""Arguments are finite."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State, step: int) -> None:
    s.done = step > 3


mode = Mode("bad", state=State)
