"""A sequence with an argument too many."""

from queensbench.language import Mode, Record, Seq, action, initial


class State(Record):
    row: "Seq[bool, 3]"


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
