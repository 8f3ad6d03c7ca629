"""A clause that the register does not have."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, always, holds, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@always("high", holds("as rolled"), clauses=("move.rolls",))
def high(s: State) -> bool:
    return s.die > 0


mode = Mode("bad", state=State)
clauses = {"move.roll", "move.step", "move.stop", "move.turn"}
