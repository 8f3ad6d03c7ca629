"""Actions return nothing."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> bool:
    return s.done


mode = Mode("bad", state=State)
