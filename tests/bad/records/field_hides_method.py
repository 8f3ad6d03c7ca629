"""A field that hides what records have."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    copy: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
