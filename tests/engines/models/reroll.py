"""A die that is thrown again on 0; a ruling says what a 2 is worth."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Instance,
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    Sizes,
    action,
    chance,
    initial,
    over,
    require,
    ruling,
    score,
    size,
)


class Box(Sizes):
    """The faces of the die beside 0."""

    faces: int = size(2, lo=1, hi=5)


n = Box()


class Pay(Reading):
    """What a 2 is worth."""

    TWO = "Two."
    THREE = "Three."


class R(Rulings):
    """The ruling."""

    pay: Pay = ruling(Pay.TWO, question="What is a 2 worth?", clauses=("die",), hole="silent", why="-")


r = R()


class State(Record):
    """The die, and whether it was taken."""

    face: Annotated[int, Range(0, n.faces)]
    done: bool


@initial()
def begin(s: State) -> None:
    """The die lies at 0."""
    s.face = 0


@chance()
def throw(s: State, k: Annotated[int, Range(0, n.faces)]) -> None:
    """Throw; a 0 leaves all as it is."""
    require(s.face == 0)
    s.face = k


@action()
def take(s: State) -> None:
    """Take what is thrown."""
    require(s.face > 0)
    s.done = True


@over()
def ended(s: State) -> bool:
    """It is taken."""
    return s.done


@score()
def worth(s: State) -> Annotated[int, Range(0, 5)]:
    """The face, but for a 2."""
    return 3 if s.face == 2 and r.pay == Pay.THREE else s.face


mode = Mode(
    "reroll",
    state=State,
    rulings=r,
    sizes=n,
    full=Instance("full", "the box as sold"),
)
