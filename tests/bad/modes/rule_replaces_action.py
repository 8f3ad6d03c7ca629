"""A rule replaces one of its sort."""

from queensbench.language import Mode, Record, action, initial, rule


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = True


@rule(replaces=move)
def other(s: State) -> None:
    s.done = False


mode = Mode("bad", state=State)
