"""A rule that answers refuses nothing."""

from queensbench.language import Mode, Record, initial, require, rule


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@rule()
def ready(s: State) -> bool:
    require(s.done)
    return True


mode = Mode("bad", state=State)
