"""A rule that gives its own argument another value, which has to lie in the argument's range."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial, require, rule

Step = Annotated[int, Range(0, 2)]


class Count(Record):
    at: Annotated[int, Range(0, 9)]


@initial()
def begin(s: Count) -> None:
    s.at = 0


@rule("narrow.most")
def most(s: Count, k: Step) -> int:
    if s.at > 3:
        k = 2
    return k


@action("narrow.go")
def go(s: Count, k: Step) -> None:
    require(s.at < 6)
    s.at += most(s, k)


mode = Mode("narrow", state=Count)
