"""Guests of whom one stays away in a smaller box, and a rule that names that one beside another."""

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
    holds,
    initial,
    never,
    require,
)


class Guest(Kind):
    ANN = auto()
    BOB = auto()
    CAT = auto()
    DAN = auto()


Coins = Annotated[int, Range(0, 3)]


class Room(Record):
    turn: Guest
    coins: Table[Guest, Coins]
    bad: bool


@initial()
def begin(s: Room) -> None:
    s.bad = False


@action()
def pass_to(s: Room, to: Guest) -> None:
    require(s.coins[s.turn] < 3)
    s.turn = to


@action()
def take(s: Room) -> None:
    require(s.turn in (Guest.DAN, Guest.CAT))
    require(s.coins[s.turn] < 3)
    s.coins[s.turn] += 1
    s.bad = True


@never("bad", holds("False: CAT takes a coin."))
def bad(s: Room) -> bool:
    return s.bad


mode = Mode(
    "room", state=Room, instances=(Instance("three", keep={Guest: [Guest.ANN, Guest.BOB, Guest.CAT]}),)
)
