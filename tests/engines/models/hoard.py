"""A row of cards, over with its second ace: whether it is depends on how many there are of an item."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import Bound, Kind, Mode, Record, Seq, action, always, holds, initial, over, require


class Card(Kind):
    ACE = auto()
    TWO = auto()


class Row(Record):
    line: Annotated[Seq[Card], Bound(4)]


@initial()
def begin(s: Row) -> None:
    s.line.append(Card.TWO)


@over()
def two_aces(s: Row) -> bool:
    return sum(s.line[i] == Card.ACE for i in range(4) if i < len(s.line)) >= 2


@action()
def lay(s: Row, c: Card) -> None:
    require(len(s.line) < 4)
    s.line.append(c)


@action()
def trim(s: Row) -> None:
    require(len(s.line) > 3)
    s.line.remove_at(0)


@always("some", holds("There is a first card."))
def some(s: Row) -> bool:
    return len(s.line) > 0


mode = Mode("hoard", state=Row)
