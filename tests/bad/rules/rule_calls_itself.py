"""A rule that calls itself."""

from queensbench.language import Mode, Record, initial, rule


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@rule()
def ready(s: State) -> bool:
    return s.done or ready(s)


mode = Mode("bad", state=State)
