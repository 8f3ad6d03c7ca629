"""Members are different."""

from queensbench.language import Kind, Mode, Record, action, initial


class Color(Kind):
    RED = 1
    SCARLET = 1


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = True


mode = Mode("bad", state=State)
