"""What stands in the middle of a chain is evaluated once, which a rule's clauses count."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial, rule

Small = Annotated[int, Range(0, 5)]


class State(Record):
    done: bool
    x: Small


@initial()
def start(s: State) -> None:
    pass


@rule()
def twice(x: Small) -> int:
    return x * 2


@action()
def move(s: State) -> None:
    s.done = s.x < twice(s.x) < twice(2)


mode = Mode("bad", state=State)
