"""A wheel of three fields, and a ruling for how wide they are."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Instance,
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    chance,
    initial,
    over,
    require,
    rule,
    ruling,
    score,
)

Field = Annotated[int, Range(0, 2)]


class Width(Reading):
    """How wide the fields are."""

    MIDDLE = "The one in the middle is as wide as the two others."
    FIRST = "The first one is three times as wide as the last, and the one in the middle four times."
    LAST = "The last one is three times as wide as the first."
    LARGE = "As the first reading, by the finest measure there is."
    LARGE_FIRST = "As the second, by the finest measure."
    LARGE_AND_ONE = "As the fourth, and the last one is wider by one."


class R(Rulings):
    """The ruling."""

    width: Width = ruling(
        Width.MIDDLE, question="How wide are the fields?", clauses=("wheel",), hole="silent", why="-"
    )


r = R()


class State(Record):
    """The field at which the wheel stands."""

    at: Field
    done: bool


@initial()
def begin(s: State) -> None:
    """It stands at the first."""
    s.at = 0
    s.done = False


@rule()
def wide(s: State, x: Field) -> int:
    """The width of a field."""
    part = 268_435_456 * 1_073_741_824
    if r.width == Width.MIDDLE:
        return 2 if x == 1 else 1
    if r.width == Width.FIRST:
        return 4 if x == 1 else 3 if x == 0 else 1
    if r.width == Width.LAST:
        return 4 if x == 1 else 3 if x == 2 else 1
    if r.width == Width.LARGE_FIRST:
        return part * 4 if x == 1 else part * 3 if x == 0 else part
    if r.width == Width.LARGE_AND_ONE and x == 2:
        return part * 2 + 1
    return part * 4 if x == 1 else part * 2


@chance(weight=wide)
def spin(s: State, x: Field) -> None:
    """Spin the wheel."""
    require(not s.done)
    s.at = x
    s.done = True


@over()
def ended(s: State) -> bool:
    """It was spun."""
    return s.done


@score()
def shown(s: State) -> Field:
    """The field."""
    return s.at


mode = Mode("wheel", state=State, rulings=r, full=Instance("full", "all of it", explore=True))
