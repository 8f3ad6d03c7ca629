"""A field that the base has."""

from queensbench.language import Mode, Record, action, initial


class Base(Record):
    done: bool


class State(Base):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    pass


mode = Mode("bad", state=State)
