"""A parameter beyond its own bounds."""

from queensbench.language import Mode, Parameters, Record, action, initial, parameter


class Deck(Parameters):
    jokers: int = parameter(9, lo=0, hi=5)


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
