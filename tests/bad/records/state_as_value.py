"""The state is not replaced."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    other = s
    s.done = True


mode = Mode("bad", state=State)
