"""A lock: two gates that are turned together; only in the order written does the water stay within its banks."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import Instance, Kind, Mode, Range, Record, Table, action, initial, require


class Gate(Kind):
    UPPER = auto()
    LOWER = auto()


class Lock(Record):
    level: Annotated[int, Range(0, 1)]
    open: Table[Gate, bool]
    wet: Table[Gate, bool]
    last: Gate


@initial()
def start(s: Lock) -> None:
    s.level = 0


@action()
def turn(s: Lock) -> None:
    require(not s.open[Gate.UPPER])
    for gate in Gate:
        s.open[gate] = True
    for gate in Gate:
        if gate == Gate.UPPER:
            s.level += 1
        else:
            s.level -= 1
    for gate in Gate:
        s.wet[gate] = True
    for gate in Gate:
        s.last = gate


mode = Mode("lock", state=Lock, instances=(Instance("small", explore=True),))
