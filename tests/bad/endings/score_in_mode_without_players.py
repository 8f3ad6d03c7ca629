"""Each has a score, but nobody plays."""

from enum import auto

from queensbench.language import Kind, Mode, Record, Table, initial, score


class Boat(Kind):
    GULL = auto()
    TERN = auto()


class State(Record):
    home: Table[Boat, bool]


@initial()
def start(s: State) -> None:
    pass


@score()
def points(s: State, boat: Boat) -> int:
    return 1 if s.home[boat] else 0


mode = Mode("bad", state=State)
