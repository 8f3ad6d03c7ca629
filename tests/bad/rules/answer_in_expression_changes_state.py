"""An expression changes nothing."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial, rule

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die
    done: bool


@initial()
def start(s: State) -> None:
    pass


@rule()
def roll(s: State) -> Die:
    s.die = 6
    return s.die


@action()
def move(s: State) -> None:
    s.done = roll(s) == 6


mode = Mode("bad", state=State)
