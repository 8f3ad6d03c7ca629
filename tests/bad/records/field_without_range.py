"""A field without a range."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    total: int


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
