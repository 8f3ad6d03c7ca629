"""The result of a rule that grows."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial, rule

Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@rule()
def most(s: State) -> int:
    z = 1
    for k in range(100):
        if k < s.die:
            z = z * 3
    return z


@action()
def move(s: State) -> None:
    s.done = most(s) > 5


mode = Mode("bad", state=State)
