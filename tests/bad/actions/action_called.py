"""Rules do not call actions."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def flip(s: State) -> None:
    s.done = True


@action()
def move(s: State) -> None:
    flip(s)


mode = Mode("bad", state=State)
