"""Rules refuse by require."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    if s.done:
        raise ValueError


mode = Mode("bad", state=State)
