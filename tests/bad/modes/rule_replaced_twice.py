"""A rule is replaced once."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = True


@action(replaces=move)
def left(s: State) -> None:
    s.done = False


@action(replaces=move)
def right(s: State) -> None:
    s.done = False


mode = Mode("bad", state=State)
