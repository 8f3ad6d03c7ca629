"""Over or not."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, initial, over

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@over()
def ended(s: State) -> Die:
    return s.die


mode = Mode("bad", state=State)
