"""A rule that answers changes nothing."""

from queensbench.language import Mode, Record, initial, rule


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@rule()
def ready(s: State) -> bool:
    s.done = True
    return s.done


mode = Mode("bad", state=State)
