"""A dice game for one, from its rules.

There are so many turns.  In a turn the player rolls a die as often as wanted.  What is rolled is added to the pot; a
one empties it and ends the turn.  Instead of rolling the player may keep: the pot is added to the score, and the turn
ends.  After the last turn the score is what was kept.  A pot of ``most`` points is full: it holds no more, and has to be
kept.
"""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Instance,
    Mode,
    Range,
    Record,
    Sizes,
    action,
    chance,
    initial,
    over,
    require,
    score,
    size,
)


class Box(Sizes):
    turns: int = size(2, lo=1, hi=40)
    sides: int = size(3, lo=2, hi=20)
    most: int = size(6, lo=1, hi=2_000)


n = Box()
Turns = Annotated[int, Range(0, n.turns)]
Pips = Annotated[int, Range(1, n.sides)]
Pot = Annotated[int, Range(0, n.most)]
Kept = Annotated[int, Range(0, n.turns * n.most)]


class Table(Record):
    """``shaken``: the die is about to fall."""

    left: Turns
    pot: Pot
    kept: Kept
    shaken: bool


@initial()
def begin(s: Table) -> None:
    s.left = n.turns


@action()
def shake(s: Table) -> None:
    require(not s.shaken and s.pot < n.most)
    s.shaken = True


@chance()
def fall(s: Table, pips: Pips) -> None:
    require(s.shaken)
    s.shaken = False
    if pips == 1:
        s.pot = 0
        s.left -= 1
    else:
        s.pot = min(s.pot + pips, n.most)


@action()
def keep(s: Table) -> None:
    require(not s.shaken)
    s.kept += s.pot
    s.pot = 0
    s.left -= 1


@over()
def last_turn(s: Table) -> bool:
    return s.left == 0


@score()
def points(s: Table) -> int:
    return s.kept


mode = Mode(
    "push-your-luck",
    state=Table,
    sizes=n,
    full=Instance("full", "two turns, a die of three sides", explore=True),
    instances=(
        Instance("once", "one turn", sizes={"turns": 1}),
        Instance("coin", "one turn, a coin whose head is worth 2", sizes={"turns": 1, "sides": 2, "most": 4}),
        Instance("long", "20 turns", sizes={"turns": 20, "sides": 6, "most": 40}),
    ),
)
