"""An urn: a colour is as likely as it has balls left, and nothing else bars a colour that has none."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, Table, chance, initial, rule


class Colour(Kind):
    RED = auto()
    BLUE = auto()


Balls = Annotated[int, Range(0, 2)]


class Urn(Record):
    balls: Table[Colour, Balls]


@initial()
def filled(s: Urn) -> None:
    s.balls[Colour.RED] = 2


@rule()
def left(s: Urn, colour: Colour) -> int:
    return s.balls[colour]


@chance(weight=left)
def draw(s: Urn, colour: Colour) -> None:
    s.balls[colour] -= 1


mode = Mode("urn", state=Urn)
