"""A rule without a result returns nothing."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    return s.done


mode = Mode("bad", state=State)
