"""A sequence that may be too long."""

from typing import Annotated

from queensbench.language import Bound, Mode, Range, Record, Seq, initial

Die = Annotated[int, Range(1, 6)]
Many = Annotated[Seq[Die], Bound(1000000)]


class State(Record):
    pile: Many


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State)
