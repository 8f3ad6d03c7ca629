"""Those to blame are several, also if there is one."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, always, fails, initial

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@always("high", fails("it may be low", blame="first"))
def high(s: State) -> bool:
    return s.die > 3


mode = Mode("bad", state=State)
