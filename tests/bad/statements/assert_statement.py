"""Rules refuse by require; properties say what holds."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    assert s.done


mode = Mode("bad", state=State)
