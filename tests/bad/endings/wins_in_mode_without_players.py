"""Somebody wins, but nobody plays."""

from enum import auto

from queensbench.language import Kind, Mode, Record, Table, initial, wins


class Boat(Kind):
    GULL = auto()
    TERN = auto()


class State(Record):
    home: Table[Boat, bool]


@initial()
def start(s: State) -> None:
    pass


@wins()
def won(s: State, boat: Boat) -> bool:
    return s.home[boat]


mode = Mode("bad", state=State)
