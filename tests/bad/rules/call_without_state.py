"""A rule needs its state."""

from queensbench.language import Mode, Record, action, initial, require, rule


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
    require(ready())


mode = Mode("bad", state=State)
