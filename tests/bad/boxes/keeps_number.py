"""Members kept that are a number."""

from typing import Annotated

from queensbench.language import Instance, Kind, Mode, Range, Record, initial

Die = Annotated[int, Range(1, 6)]


class Color(Kind):
    RED = 1



class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State, instances=(Instance("odd", keep={Color: 3}),))
