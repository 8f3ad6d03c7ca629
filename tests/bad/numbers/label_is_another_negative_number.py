"""A number is labelled as another one below nought is written."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, initial

Step = Annotated[int, Range(-3, 3, label={1: "-2"})]


class State(Record):
    step: Step


@initial()
def start(s: State) -> None:
    pass


mode = Mode("bad", state=State)
