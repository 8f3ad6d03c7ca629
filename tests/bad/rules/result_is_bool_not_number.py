"""A result of the type that was said."""

from queensbench.language import Mode, Record, initial, rule


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@rule()
def face(s: State) -> int:
    return s.done


mode = Mode("bad", state=State)
