"""A jug that is over once it is full: one rule could only be used then, another is used before it as well."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, always, holds, initial, over, require


class Jug(Record):
    level: Annotated[int, Range(0, 9)]


@initial()
def empty(s: Jug) -> None:
    s.level = 0


@over()
def full(s: Jug) -> bool:
    return s.level >= 2


@action()
def pour(s: Jug) -> None:
    require(s.level < 9)
    s.level += 1


@action()
def spill(s: Jug) -> None:
    require(s.level >= 2)
    s.level = 0


@always("within", holds("One is poured at a time."))
def within(s: Jug) -> bool:
    return s.level <= 2


mode = Mode("brim", state=Jug)
