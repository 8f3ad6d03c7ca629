"""A yard of three places, with a rule of every form that a fault can be put in."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Kind,
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    Sizes,
    Table,
    action,
    automatic,
    chance,
    clause,
    initial,
    over,
    require,
    rule,
    ruling,
    score,
    size,
)


class Box(Sizes):
    most: int = size(2, lo=1, hi=9)


class Way(Reading):
    """Which way round."""

    LEFT = "To the left."
    RIGHT = "To the right."


class Asked(Rulings):
    way: Way = ruling(
        Way.LEFT,
        question="Which way round?",
        clauses=("yard.lay",),
        hole="silent",
        why="The picture.",
        reasons={Way.RIGHT: "The other picture."},
    )


class Phase(Kind):
    LAY = auto()
    WEIGH = auto()
    DONE = auto()


n = Box()
r = Asked()
Place = Annotated[int, Range(0, 2)]
Number = Annotated[int, Range(0, 4)]


class Yard(Record):
    phase: Phase
    heap: Table[Place, Number]
    total: Annotated[int, Range(0, 12)]
    flag: bool


@initial("yard.empty")
def begin(s: Yard) -> None:
    s.phase = Phase.LAY


@rule("yard.full")
def full(s: Yard) -> bool:
    return all(s.heap[k] > 0 for k in range(3))


@action("yard.lay")
def lay(s: Yard, k: Place) -> None:
    require(s.phase == Phase.LAY and s.heap[k] < n.most)
    if r.way == Way.LEFT:
        s.heap[k] += 2 if k == 1 else 1
    with clause("yard.turn"):
        require(not s.flag)
        if full(s):
            s.phase = Phase.WEIGH


@rule()
def heavy(s: Yard, k: Place) -> int:
    return s.heap[k] + 1


@chance("yard.weigh", weight=heavy)
def weigh(s: Yard, k: Place) -> None:
    require(s.phase == Phase.WEIGH)
    with clause("yard.count"):
        best = max(s.heap[j] for j in range(3) if j != k)
        s.total = min(best + s.heap[k], 5)
        for j in range(3):
            s.heap[j] = 0
    s.phase = Phase.DONE


@automatic()
def settle(s: Yard) -> None:
    require(s.phase == Phase.DONE)
    require(s.total > 3)
    s.total -= 1
    mark(s)


@rule("yard.mark")
def mark(s: Yard) -> None:
    s.flag = any(s.heap[j] != 0 for j in range(2)) or s.total < 4


@over()
def ended(s: Yard) -> bool:
    return s.phase == Phase.DONE and s.total <= 3


@score()
def points(s: Yard) -> int:
    return s.total


mode = Mode("yard", state=Yard, rulings=r, sizes=n)
