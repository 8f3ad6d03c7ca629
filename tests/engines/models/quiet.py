"""A walk in which one step needs a wider board, and the text is silent on a place that nobody comes to."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Mode,
    Range,
    Record,
    Sizes,
    action,
    always,
    automatic,
    holds,
    initial,
    require,
    silent,
    size,
)


class Board(Sizes):
    wide: int = size(0, lo=0, hi=1)


n = Board()


class Walk(Record):
    at: Annotated[int, Range(0, 5)]


@initial()
def begin(s: Walk) -> None:
    s.at = 0


@action()
def turn(s: Walk) -> None:
    require(s.at < 2)
    s.at = 1 - s.at


@action()
def aside(s: Walk) -> None:
    require(n.wide == 1)
    s.at = 0


@automatic()
def nobody_knows(s: Walk) -> None:
    require(s.at == 3)
    silent("what happens at the third place", "third.place")


@always("near", holds("Nothing leads further."))
def near(s: Walk) -> bool:
    return s.at < 2


mode = Mode("quiet", state=Walk, sizes=n)
