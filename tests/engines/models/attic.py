"""A ladder with rules for what never comes: above its top, behind a reading, and in a rule that only looks."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    action,
    always,
    clause,
    holds,
    initial,
    over,
    require,
    rule,
    ruling,
)


class Ladder(Record):
    rung: Annotated[int, Range(0, 9)]
    seen: bool


class Haste(Reading):
    """How fast."""

    SLOW = "One rung at a time."
    FAST = "Two rungs at a time."


class Asked(Rulings):
    haste: Haste = ruling(
        Haste.SLOW,
        question="How fast?",
        clauses=("climb.fast",),
        hole="silent",
        why="It is steep.",
        reasons={Haste.FAST: "It is late."},
    )


r = Asked()


@initial()
def begin(s: Ladder) -> None:
    s.rung = 0


@rule("look.far")
def far(s: Ladder) -> bool:
    return s.rung > 7


@rule("look.near")
def near(s: Ladder) -> bool:
    return s.rung > 2


@action("climb.slow")
def climb(s: Ladder) -> None:
    require(s.rung < 4)
    with clause("climb.top"):
        require(s.rung != 9)
    if r.haste == Haste.FAST and s.rung < 3:
        with clause("climb.fast"):
            s.rung += 1
    s.rung += 1


@action("fall.off")
def fall(s: Ladder) -> None:
    require(s.rung > 6)
    s.rung = 0


@action("look.round")
def look(s: Ladder) -> None:
    require(not s.seen)
    if s.rung > 5:
        with clause("look.roof"):
            s.seen = far(s)
    else:
        s.seen = near(s)


@over()
def up(s: Ladder) -> bool:
    return s.rung == 4 and s.seen


@always("within", holds("Nobody climbs from the fourth rung."))
def within(s: Ladder) -> bool:
    return s.rung <= 4


mode = Mode("attic", state=Ladder, rulings=r)
