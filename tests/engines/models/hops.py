"""A frog that hops and rests: small enough that every step can be judged by hand."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Bound,
    Mode,
    Range,
    Record,
    Seq,
    Table,
    action,
    always,
    automatic,
    fails,
    holds,
    initial,
    over,
    require,
    rule,
    step,
)

Stone = Annotated[int, Range(0, 3)]


class Pond(Record):
    at: Stone
    wet: Table[Stone, bool]
    way: Annotated[Seq[Stone], Bound(4)]
    tired: bool


@initial()
def begin(s: Pond) -> None:
    s.at = 0


@action()
def hop(s: Pond, far: Annotated[int, Range(1, 2)]) -> None:
    require(s.at + far <= 3)
    s.way.append(s.at)
    s.at = s.at + far
    s.wet[s.at] = True
    s.tired = far == 2


@automatic()
def rest(s: Pond) -> None:
    require(s.tired)
    s.tired = False


@over()
def across(s: Pond) -> bool:
    return s.at == 3


@rule()
def dry(s: Pond) -> int:
    return sum(1 for k in range(4) if not s.wet[k])


@always("rested", holds("The frog rests at once, unless it is across."))
def rested(s: Pond) -> bool:
    return s.at == 3 or not s.tired


@step("forward", holds("Every hop leads on, and its start is remembered last."))
def forward(s: Pond, was: Pond) -> bool:
    return s.at > was.at and len(s.way) == len(was.way) + 1 and s.way[len(was.way)] == was.at


@step("one-gets-wet", holds("Every hop makes one stone wet, and dries none."))
def one_gets_wet(s: Pond, was: Pond, k: Stone) -> bool:
    return dry(s) == dry(was) - 1 and (s.wet[k] or not was.wet[k])


@step("by-one", fails("The frog may hop two stones.", blame=("gap: how far",)))
def by_one(s: Pond, was: Pond) -> bool:
    return s.at == was.at + 1


mode = Mode("hops", state=Pond)
