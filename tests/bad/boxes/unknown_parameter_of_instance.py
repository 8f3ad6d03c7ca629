"""An instance of an unknown parameter."""

from queensbench.language import Instance, Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = True


mode = Mode("bad", state=State)
instance = Instance("odd", parameters={"jokers": 3})
