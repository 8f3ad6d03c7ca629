"""A mode has one end."""

from queensbench.language import Mode, Record, initial, over


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@over()
def ended(s: State) -> bool:
    return s.done


@over()
def finished(s: State) -> bool:
    return not s.done


mode = Mode("bad", state=State)
