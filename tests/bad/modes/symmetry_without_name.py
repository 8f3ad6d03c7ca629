"""A symmetry without a name."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, Symmetry, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State, symmetries=(Symmetry(""),))
