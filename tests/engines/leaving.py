"""A small model that leaves a range after some moves, in some states and not in others, with chance between choices."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import Instance, Mode, Range, Record, action, chance, initial, require

Small = Annotated[int, Range(0, 40)]
Die = Annotated[int, Range(1, 3)]


class Count(Record):
    here: Small
    thrown: bool


@initial()
def start(s: Count) -> None:
    s.here = 0


@action()
def throw(s: Count) -> None:
    require(not s.thrown)
    s.thrown = True


@action()
def double(s: Count) -> None:
    require(not s.thrown)
    s.here = s.here * 2


@chance()
def fall(s: Count, die: Die) -> None:
    require(s.thrown)
    s.thrown = False
    s.here += die


mode = Mode("leaving", state=Count, instances=(Instance("one", "the only one"),))
