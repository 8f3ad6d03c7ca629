"""One decorator of the language."""

from queensbench.language import Mode, Record, action, initial, rule


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
@rule()
def move(s: State) -> None:
    s.done = True


mode = Mode("bad", state=State)
