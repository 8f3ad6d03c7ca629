"""A counter whose moves hang on a judgement: what is proved whatever it says, and what is true for what it says."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import Instance, Mode, Range, Record, action, always, holds, initial, require, rule


class Count(Record):
    number: Annotated[int, Range(0, 6)]
    low: bool
    torn: bool
    parted: bool


@rule(opaque=True)
def high(s: Count, least: Annotated[int, Range(0, 6)]) -> bool:
    """Whether the number is so great."""
    return s.number >= least


@initial()
def begin(s: Count) -> None:
    s.number = 0


@action()
def rise(s: Count) -> None:
    require(s.number < 5)
    require(not high(s, 5))
    s.number += 1


@action()
def look(s: Count) -> None:
    require(high(s, 3))
    s.low = s.number < 3
    s.torn = not high(s, 3)
    s.parted = high(s, 3) and not high(s, 4)


@always("small", holds("The number is 5 at the most."))
def small(s: Count) -> bool:
    return s.number <= 5


@always("of_one_mind", holds("The judgement answers the same where it is asked the same."))
def of_one_mind(s: Count) -> bool:
    return not s.torn


@always("seen_high", holds("Whoever looks sees a number of 3 at the least."))
def seen_high(s: Count) -> bool:
    return not s.low


@always("one_answer", holds("What is high is high by any measure: this is wrong, as a number of 3 shows."))
def one_answer(s: Count) -> bool:
    return not s.parted


mode = Mode("judged", state=Count, full=Instance("full", "all there is"))
