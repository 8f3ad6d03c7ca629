"""require stands on its own line."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial, require

Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = require(s.die > 2)


mode = Mode("bad", state=State)
