"""A mode has a start."""

from queensbench.language import Mode, Record, action


class State(Record):
    done: bool


@action()
def move(s: State) -> None:
    s.done = True


mode = Mode("bad", state=State)
