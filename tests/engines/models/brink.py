"""A claim that looks one place ahead, which at the last place there is none of."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import Mode, Range, Record, Table, action, always, holds, initial, require

Place = Annotated[int, Range(0, 2)]


class Brink(Record):
    at: Place
    line: Table[Place, Annotated[int, Range(0, 1)]]


@initial()
def begin(s: Brink) -> None:
    s.at = 0


@action()
def go(s: Brink) -> None:
    require(s.at < 1)
    s.at += 1


@action()
def back(s: Brink) -> None:
    require(s.at > 0)
    s.at -= 1


@action()
def mark(s: Brink) -> None:
    s.line[s.at] = 1 - s.line[s.at]


@always("ahead", holds("It is true of every place ahead."))
def ahead(s: Brink) -> bool:
    return s.line[s.at + 1] < 2


@always("not-last", holds("Nobody goes to the last place."))
def not_last(s: Brink) -> bool:
    return s.at < 2


mode = Mode("brink", state=Brink)
