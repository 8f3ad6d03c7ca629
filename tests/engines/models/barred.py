"""A start whose own requirement fails under one reading, so that there is no game to prove anything of."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    action,
    always,
    holds,
    initial,
    require,
    ruling,
)


class Door(Reading):
    OPEN = "The door is open."
    SHUT = "The door is shut."


class BarredRulings(Rulings):
    door: Door = ruling(
        Door.OPEN, question="Is the door open?", clauses=(), hole="silent", why="Otherwise nobody comes in."
    )


r = BarredRulings()


class Room(Record):
    guests: Annotated[int, Range(0, 3)]


@initial()
def enter(s: Room) -> None:
    require(r.door == Door.OPEN)
    s.guests = 1


@action()
def come(s: Room) -> None:
    require(0 < s.guests < 3)
    s.guests += 1


@always("somebody", holds("The first one stays."))
def somebody(s: Room) -> bool:
    return s.guests > 0


mode = Mode("barred", state=Room, rulings=r)
