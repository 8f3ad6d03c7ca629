"""A parameter beyond its bounds."""

from queensbench.language import Instance, Mode, Parameters, Record, action, initial, parameter


class Deck(Parameters):
    jokers: int = parameter(3, lo=0, hi=5)


p = Deck()


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = p.jokers > 2


mode = Mode("bad", state=State, parameters=p)
instance = Instance("odd", parameters={"jokers": 9})
