"""A spring that runs down by automatic steps: wound to the longest chain that settles, or by one step more."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, automatic, initial, require

LONGEST = 4096


class Spring(Record):
    left: Annotated[int, Range(0, LONGEST + 1)]


@initial()
def unwound(s: Spring) -> None:
    s.left = 0


@action()
def wind(s: Spring) -> None:
    s.left = LONGEST


@action()
def wind_more(s: Spring) -> None:
    s.left = LONGEST + 1


@automatic()
def tick(s: Spring) -> None:
    require(s.left > 0)
    s.left -= 1


mode = Mode("clockwork", state=Spring)
