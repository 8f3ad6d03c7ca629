"""A claim that needs one step back on either of two ways, beside a step whose range induction cannot show."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, always, holds, initial, require


class Plank(Record):
    at: Annotated[int, Range(0, 7)]


@initial()
def bank(s: Plank) -> None:
    s.at = 0


@action()
def out(s: Plank) -> None:
    require(s.at == 0)
    s.at = 1


@action()
def back(s: Plank) -> None:
    require(s.at == 1)
    s.at = 0


@action()
def walk(s: Plank) -> None:
    """From a plank that nothing leads to."""
    require(s.at == 3)
    s.at = 4


@action()
def run(s: Plank) -> None:
    """From the same plank."""
    require(s.at == 3)
    s.at = 4


@action()
def jump(s: Plank) -> None:
    """From a plank that no play reaches, off the far end."""
    require(s.at == 6)
    s.at += 3


@always("not-four", holds("Nothing leads to the plank before it."))
def not_four(s: Plank) -> bool:
    return s.at != 4


mode = Mode("gap", state=Plank)
