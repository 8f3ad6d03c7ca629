"""Instances of a property that are one text."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, always, holds, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@always("on", holds("it is"), instances="small")
def on(s: State) -> bool:
    return s.die > 0


mode = Mode("bad", state=State)
