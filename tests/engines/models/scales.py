"""Scales: opaque rules are asked before a step, behind it and in automatic steps, and one of them asks the other."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Instance,
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    action,
    automatic,
    clause,
    initial,
    require,
    rule,
    ruling,
)


class Limit(Reading):
    LOW = "More than one weight is heavy."
    HIGH = "More than two weights are heavy, or two where the scales must be even."


class Pans(Reading):
    EACH = "Each pan is judged by itself."
    BOTH = "Both pans are judged together."


class Even(Reading):
    ALIKE = "The scales are even if both pans are judged alike."
    ALWAYS = "The scales are even at any time."
    SELDOM = "The scales are even where weights must leave them so."


class Tilt(Reading):
    ALLOWED = "Nothing keeps the scales from tilting."
    BARRED = "A weight must leave the scales even."


class Weighing(Rulings):
    limit: Limit = ruling(
        Limit.LOW, question="What is heavy?", clauses=("put",), hole="two-way", why="so said"
    )
    pans: Pans = ruling(Pans.EACH, question="Of what?", clauses=("put",), hole="two-way", why="so said")
    even: Even = ruling(Even.ALIKE, question="What is even?", clauses=("put",), hole="two-way", why="so said")
    tilt: Tilt = ruling(Tilt.ALLOWED, question="May it tilt?", clauses=("put",), hole="silent", why="so said")


r = Weighing()

Pan = Annotated[int, Range(0, 1)]
Few = Annotated[int, Range(0, 3)]


class Scales(Record):
    left: Few
    right: Few
    tipped: bool
    looks: Few


@rule()
def load(s: Scales, pan: Pan) -> int:
    """What is judged where a pan is."""
    if r.pans == Pans.BOTH:
        return max(s.left, s.right)
    return s.left if pan == 0 else s.right


@rule()
def strict() -> bool:
    return r.tilt == Tilt.BARRED


@rule(opaque=True)
def heavy(s: Scales, pan: Pan) -> bool:
    """Whether what lies in a pan is heavy.  What is read beside ruling ``limit`` hangs on it."""
    if r.limit == Limit.LOW:
        return load(s, pan) > 1
    mine = s.left if pan == 0 else s.right
    return mine > 2 or (mine > 1 and strict())


@rule(opaque=True)
def level(s: Scales) -> bool:
    """Whether the scales are even."""
    if r.even != Even.ALIKE:
        return r.even == Even.ALWAYS or strict()
    return heavy(s, 0) == heavy(s, 1)


@initial()
def begin(s: Scales) -> None:
    s.left = 0


@action()
def put(s: Scales, pan: Pan) -> None:
    require(not s.tipped)
    require(not heavy(s, pan))
    with clause("put"):
        if pan == 0:
            s.left += 1
        else:
            s.right += 1
    require(r.tilt == Tilt.ALLOWED or level(s))


@action()
def look(s: Scales) -> None:
    """What no judgement reads."""
    require(s.looks < 3)
    s.looks += 1


@automatic()
def tip(s: Scales) -> None:
    require(not s.tipped)
    require(heavy(s, 0) and not level(s))
    s.tipped = True


mode = Mode("scales", state=Scales, rulings=r, full=Instance("full", "three weights in each pan"))
