"""A rule with a result returns one."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, initial, rule

Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@rule()
def face(s: State) -> Die:
    if s.done:
        return
    return 1


mode = Mode("bad", state=State)
