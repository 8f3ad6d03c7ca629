"""An instance keeps at least one member."""

from enum import auto

from queensbench.language import Instance, Kind, Mode, Record, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class State(Record):
    color: Color


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.color = Color.RED


mode = Mode("bad", state=State)
instance = Instance("odd", keep={Color: []})
