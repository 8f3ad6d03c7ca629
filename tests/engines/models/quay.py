"""A quay: two boats load from one heap at the same time, drift, and are paid; whoever has most has won."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Instance,
    Kind,
    Mode,
    Range,
    Record,
    Table,
    action,
    automatic,
    clause,
    initial,
    over,
    require,
    wins,
)

Crates = Annotated[int, Range(0, 3)]


class Boat(Kind):
    GULL = auto()
    TERN = auto()


class Phase(Kind):
    LOAD = auto()
    SAIL = auto()
    DONE = auto()


class Quay(Record):
    phase: Phase
    heap: Crates
    hold: Table[Boat, Crates]
    fee: Crates
    storm: bool
    round: Annotated[int, Range(0, 2)]


@initial()
def start(s: Quay) -> None:
    s.heap = 1


@action()
def load(s: Quay) -> None:
    require(s.phase == Phase.LOAD)
    with clause("load.each"):
        for boat in Boat:
            if s.heap > 0:
                s.heap -= 1
                s.hold[boat] += 1
    s.phase = Phase.SAIL


@action()
def wait(s: Quay) -> None:
    require(s.phase == Phase.LOAD and s.round < 1)
    s.round += 1
    for boat in Boat:
        s.hold[boat] = 0


@automatic("toll.paid")
def toll(s: Quay) -> None:
    require(s.phase == Phase.SAIL and s.fee == 0)
    s.fee = 1 if s.storm else 2


@automatic("storm.rises")
def storm(s: Quay) -> None:
    require(s.phase == Phase.SAIL and not s.storm)
    s.storm = True


@automatic()
def arrive(s: Quay) -> None:
    require(s.phase == Phase.SAIL and s.fee > 0 and s.storm)
    s.phase = Phase.DONE


@over()
def all_done(s: Quay) -> bool:
    return s.phase == Phase.DONE


@wins()
def most(s: Quay, boat: Boat) -> bool:
    return all(s.hold[boat] > s.hold[other] or boat == other for other in Boat)


mode = Mode("quay", state=Quay, players=Boat, instances=(Instance("small", explore=True),))
