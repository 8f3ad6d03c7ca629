"""A rule that answers does not act through another."""

from queensbench.language import Mode, Record, initial, require, rule


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@rule()
def check(s: State) -> None:
    require(s.done)


@rule()
def ready(s: State) -> bool:
    check(s)
    return True


mode = Mode("bad", state=State)
