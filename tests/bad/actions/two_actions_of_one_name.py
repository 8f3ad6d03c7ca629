"""Two actions of one name."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = True


@action()
def move(s: State) -> None:
    s.done = False


mode = Mode("bad", state=State)
