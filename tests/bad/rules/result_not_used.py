"""A result that nobody uses."""

from queensbench.language import Mode, Record, action, initial, rule


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@rule()
def ready(s: State) -> bool:
    return s.done


@action()
def move(s: State) -> None:
    ready(s)


mode = Mode("bad", state=State)
