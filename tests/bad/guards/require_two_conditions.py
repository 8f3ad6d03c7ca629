"""One condition each."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial, require

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    require(s.die > 2, s.done)


mode = Mode("bad", state=State)
