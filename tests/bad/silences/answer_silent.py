"""A rule that answers says something."""

from enum import auto

from queensbench.language import Kind, Mode, Record, initial, rule, silent


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class State(Record):
    turn: Side


@initial()
def start(s: State) -> None:
    pass


@rule()
def ready(s: State) -> bool:
    silent("who is ready", "ready.who")


mode = Mode("bad", state=State)
