"""Two purses, a stall, a day and its weather: a debt has no room in a range, and nobody pays before the weather comes.

The start requires two coins of each purse.
"""

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
    always,
    chance,
    holds,
    initial,
    over,
    require,
    rule,
    step,
)


class Who(Kind):
    ONE = auto()
    TWO = auto()


Coins = Annotated[int, Range(0, 2)]
Shelf = Annotated[int, Range(1, 2)]


class Stall(Record):
    purse: Table[Who, Coins]
    paid: Annotated[int, Range(0, 4)]
    day: Annotated[int, Range(1, 9)]
    waiting: bool
    shelf: Shelf
    bare: Table[Shelf, bool]


@rule()
def coins() -> int:
    return 2


@initial()
def open_stall(s: Stall) -> None:
    for p in Who:
        s.purse[p] = coins()
        require(s.purse[p] == 2)


@action()
def pay(s: Stall, p: Who) -> None:
    require(s.purse[p] > 0)
    require(not s.waiting)
    s.purse[p] -= 1
    s.paid += 1
    s.waiting = True


@chance()
def weather(s: Stall, rain: Annotated[int, Range(0, 1)]) -> None:
    require(s.waiting)
    s.day += 1 + rain
    s.waiting = False


@over()
def sold_out(s: Stall) -> bool:
    return s.paid == 4 and not s.waiting


@always("two-coins-each", holds("Nobody spends more than two."))
def two_coins_each(s: Stall, p: Who) -> bool:
    return 2 - s.purse[p] <= 2


@always("four-coins", holds("No coin comes or goes."))
def four_coins(s: Stall) -> bool:
    return s.purse[Who.ONE] + s.purse[Who.TWO] + s.paid == 4


@step("weather-first", holds("While the weather is awaited nobody pays."))
def weather_first(s: Stall, was: Stall) -> bool:
    return not was.waiting or s.paid == was.paid


mode = Mode("stall", state=Stall, full=Instance("full"))
