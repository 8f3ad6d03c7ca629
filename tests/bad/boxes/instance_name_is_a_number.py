"""An instance whose name is a number."""

from typing import Annotated

from queensbench.language import Instance, Mode, Range, Record, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State, instances=(Instance(3),))
