"""A table with a cell for each of four thousand million indices."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, Table, initial

Big = Annotated[int, Range(-2000000000, 2000000000)]


class State(Record):
    seen: Table[Big, bool]


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State)
