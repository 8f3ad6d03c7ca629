"""Somebody wins."""

from queensbench.language import Mode, Record, initial, wins


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@wins()
def won(s: State) -> bool:
    return s.done


mode = Mode("bad", state=State)
