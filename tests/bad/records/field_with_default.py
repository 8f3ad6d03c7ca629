"""A field with a default."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool = True


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
