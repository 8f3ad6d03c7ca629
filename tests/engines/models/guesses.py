"""Stones that are lost one by one to good guesses, and come back all at once with a bad one: luck that games hardly have."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Kind,
    Mode,
    Range,
    Record,
    Table,
    action,
    always,
    chance,
    holds,
    initial,
    require,
)


class Side(Kind):
    HEADS = auto()
    TAILS = auto()


class Phase(Kind):
    GUESS = auto()
    FALL = auto()


Stones = Annotated[int, Range(0, 20)]


class State(Record):
    phase: Phase
    guess: Side
    stones: Table[Side, Stones]
    won: Table[Side, Stones]


@initial()
def start(s: State) -> None:
    for side in Side:
        s.stones[side] = 20


@action()
def guess(s: State, side: Side) -> None:
    require(s.phase == Phase.GUESS)
    require(s.stones[side] > 0)
    s.guess = side
    s.phase = Phase.FALL


@chance()
def fall(s: State, side: Side) -> None:
    """A right guess moves a stone of this side over, a wrong one brings all back."""
    require(s.phase == Phase.FALL)
    s.phase = Phase.GUESS
    if side == s.guess:
        s.stones[side] -= 1
        s.won[side] += 1
    else:
        for other in Side:
            s.stones[other] = 20
            s.won[other] = 0


@always("stones", holds("No stone is lost."))
def stones(s: State, side: Side) -> bool:
    return s.stones[side] + s.won[side] == 20


mode = Mode("guesses", state=State)
