"""A row of coats and two pegs: every step names a place, an argument or a least that a fault may miss."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Bound,
    Instance,
    Kind,
    Lookup,
    Mode,
    Range,
    Record,
    Seq,
    Table,
    action,
    always,
    automatic,
    chance,
    holds,
    initial,
    over,
    require,
    rule,
)


class Coat(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


Peg = Annotated[int, Range(1, 2)]
Hung = Annotated[int, Range(0, 3)]

PRICE = Lookup({1: 5, 2: 7})


class Hall(Record):
    step: Annotated[int, Range(0, 6)]
    row: Annotated[Seq[Coat], Bound(3)]
    pegs: Table[Peg, Hung]
    seen: Coat
    paid: Annotated[int, Range(0, 9)]
    fewest: Hung
    wet: bool


@initial()
def open_hall(s: Hall) -> None:
    s.row.append(Coat.BLUE)
    s.row.append(Coat.GREEN)
    s.pegs[2] = 2


@action()
def look(s: Hall) -> None:
    require(s.step == 0)
    s.seen = s.row[len(s.row) - 1]
    s.step = 1


@action()
def hang(s: Hall) -> None:
    require(s.step == 1)
    s.pegs[s.step + 0] += 1
    s.step = 2


@rule()
def hung(s: Hall, peg: Peg) -> int:
    return s.pegs[peg]


@action()
def count(s: Hall) -> None:
    require(s.step == 2)
    s.fewest = min(hung(s, peg) for peg in range(1, 3) if s.pegs[peg] > 1)
    s.paid = PRICE[s.step - 1]
    s.step = 3


@action()
def swap(s: Hall) -> None:
    require(s.step == 3)
    s.row.remove_at(1)
    s.row.insert(1, Coat.RED)
    s.wet = True
    s.step = 4


@automatic()
def dry(s: Hall) -> None:
    require(s.wet)
    s.wet = False


@chance()
def bell(s: Hall, loud: bool) -> None:
    require(s.step == 4)
    s.paid += 1 if loud else 0
    s.step = 5


@over()
def closed(s: Hall) -> bool:
    return s.step == 5


@always("green-seen", holds("The second coat is green."))
def green_seen(s: Hall) -> bool:
    return s.step < 1 or s.seen == Coat.GREEN


@always("three-hang", holds("One more is hung."))
def three_hang(s: Hall) -> bool:
    return s.step < 2 or s.pegs[1] + s.pegs[2] == 3


@always("two-at-least", holds("Of the pegs with more than one coat the least has two."))
def two_at_least(s: Hall) -> bool:
    return s.step < 3 or s.fewest == 2


@always("five-paid", holds("The first peg costs five."))
def five_paid(s: Hall) -> bool:
    return s.step < 3 or s.paid >= 5


@always("two-wait", holds("One goes and another comes."))
def two_wait(s: Hall) -> bool:
    return len(s.row) == 2


@always("dry", holds("Whatever is wet is dried at once."))
def all_dry(s: Hall) -> bool:
    return not s.wet


mode = Mode("pegs", state=Hall, full=Instance("full"))
