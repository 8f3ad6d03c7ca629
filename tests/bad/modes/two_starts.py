"""A mode has one start."""

from queensbench.language import Mode, Record, initial


class State(Record):
    done: bool


@initial()
def begin(s: State) -> None:
    s.done = False


@initial()
def commence(s: State) -> None:
    s.done = True


mode = Mode("bad", state=State)
