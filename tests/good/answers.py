"""Answers that other rules ask for: one that leaves its range at one of several places, and the end itself."""

from typing import Annotated

from queensbench.language import (
    Mode,
    Range,
    Record,
    action,
    automatic,
    clause,
    initial,
    over,
    require,
    rule,
    score,
)

Step = Annotated[int, Range(0, 3)]


class Walk(Record):
    """How far a walk has come, and whether the end was looked at."""

    place: Step
    seen: bool


@initial()
def begin(s: Walk) -> None:
    s.place = 0


@rule()
def ahead(s: Walk, far: bool) -> Step:
    if not far:
        return s.place
    with clause("walk.far"):
        return (
            s.place
            + 2
        )  # fmt: skip


@action("walk.step")
def step(s: Walk) -> None:
    require(s.place < 3)
    s.place += 1


@action("walk.leap")
def leap(s: Walk) -> None:
    s.place = ahead(s, True)


@automatic()
def look(s: Walk) -> None:
    require(not s.seen)
    require(not at_end(s))
    s.seen = True


@over("walk.end")
def at_end(s: Walk) -> bool:
    return s.place == 3


@score("walk.score")
def length(s: Walk) -> Step:
    return ahead(s, s.seen)


mode = Mode("walk", state=Walk)
