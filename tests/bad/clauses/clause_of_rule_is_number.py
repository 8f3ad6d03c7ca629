"""Clauses have names."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action(3)
def move(s: State) -> None:
    s.done = True


mode = Mode("bad", state=State)
