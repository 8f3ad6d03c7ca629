"""Two counters that go up together: what follows from that, and two wrong claims that follow from each other."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, action, always, holds, initial, require


class Phase(Kind):
    FIRST = auto()
    SECOND = auto()
    OVER = auto()


class Twins(Record):
    phase: Phase
    one: Annotated[int, Range(0, 9)]
    two: Annotated[int, Range(0, 9)]


@initial()
def begin(s: Twins) -> None:
    s.phase = Phase.FIRST


@action()
def up(s: Twins) -> None:
    require(s.phase in (Phase.FIRST, Phase.SECOND))
    require(s.one < 9)
    require(s.two < 9)
    s.one += 1
    s.two += 1
    s.phase = Phase.SECOND


@action()
def end(s: Twins) -> None:
    require(s.phase == Phase.SECOND)
    s.phase = Phase.OVER


@always(
    "one.never_five", holds("Wrong, and so is the next; with the twins alike each follows from the other.")
)
def one_never_five(s: Twins) -> bool:
    return s.one != 5


@always("two.never_five", holds("Wrong."))
def two_never_five(s: Twins) -> bool:
    return s.two != 5


@always("even", holds("Follows from the twins being alike."))
def even(s: Twins) -> bool:
    return s.one + s.two != 7


@always("alike", holds("Inductive."))
def alike(s: Twins) -> bool:
    return s.one == s.two


@always("small", holds("By construction."))
def small(s: Twins) -> bool:
    return s.one + s.two <= 18


mode = Mode("twins", state=Twins)
