"""The Towers of Hanoi, from their rules.

Discs of different sizes lie on three pegs, at first all on the left one.  One disc at a time is moved: the
upper one of a peg to another peg, never onto a smaller disc.  The end is all discs on the right peg.
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
    Sizes,
    Table,
    action,
    initial,
    over,
    require,
    size,
    span,
)


class Tower(Sizes):
    discs: int = size(8, lo=1, hi=16)


n = Tower()


class Peg(Kind):
    LEFT = auto()
    MIDDLE = auto()
    RIGHT = auto()


Disc = Annotated[int, Range(1, n.discs)]
"""Discs by size, 1 the smallest."""


class Pegs(Record):
    on: Table[Disc, Peg]


@initial()
def tower(s: Pegs) -> None:
    for disc in span(Disc):
        s.on[disc] = Peg.LEFT


@action()
def move(s: Pegs, disc: Disc, to: Peg) -> None:
    require(s.on[disc] != to)
    require(not any(other < disc and s.on[other] in (s.on[disc], to) for other in span(Disc)))
    s.on[disc] = to


@over()
def moved(s: Pegs) -> bool:
    return all(s.on[disc] == Peg.RIGHT for disc in span(Disc))


def of(discs: int) -> Instance:
    """The instance with so many discs."""
    return Instance(f"{discs} discs", sizes={"discs": discs})


mode = Mode("hanoi", state=Pegs, sizes=n, instances=(of(1), of(2), of(3), of(4)))
