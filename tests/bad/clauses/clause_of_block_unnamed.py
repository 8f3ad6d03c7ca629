"""A clause is named by its text."""

from queensbench.language import Mode, Record, action, clause, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    with clause():
        s.done = True


mode = Mode("bad", state=State)
