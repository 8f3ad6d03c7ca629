"""Rungs, some of which no play reaches: claims that need one step back, two, or are false after one or two steps."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, always, fails, holds, initial, require


class Rung(Record):
    at: Annotated[int, Range(0, 7)]


@initial()
def ground(s: Rung) -> None:
    s.at = 0


@action()
def up(s: Rung) -> None:
    require(s.at < 2)
    s.at += 1


@action()
def down(s: Rung) -> None:
    require(s.at == 2)
    s.at = 0


@action()
def one(s: Rung) -> None:
    """From a rung that nothing leads to."""
    require(s.at == 3)
    s.at = 4


@action()
def two(s: Rung) -> None:
    """From a rung that is reached only from one that nothing leads to."""
    require(4 < s.at < 7)
    s.at += 1


@always("not-four", holds("Nothing leads to the rung before it."))
def not_four(s: Rung) -> bool:
    return s.at != 4


@always("not-seven", holds("Nothing leads to the second rung before it."))
def not_seven(s: Rung) -> bool:
    return s.at != 7


@always("not-one", fails("It is the first rung.", blame=("ladder",)))
def not_one(s: Rung) -> bool:
    return s.at != 1


@always("not-two", fails("It is the second rung.", blame=("ladder",)))
def not_two(s: Rung) -> bool:
    return s.at != 2


mode = Mode("ladder", state=Rung)
