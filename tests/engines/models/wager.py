"""A wager: two players, a die and a coin; of each ruling it can be worked out how often it changes the result.

Red takes a mark, the die is thrown, then the coin; Red has won from a number on, else the coin says who.
"""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Instance,
    Kind,
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    Sizes,
    action,
    chance,
    decider,
    initial,
    over,
    require,
    rule,
    ruling,
    score,
    size,
    wins,
)


class Player(Kind):
    RED = auto()
    BLUE = auto()


class Phase(Kind):
    MARK = auto()
    DIE = auto()
    COIN = auto()
    CALL = auto()
    END = auto()


class High(Reading):
    FOUR = "Four and more is high."
    FIVE = "Five and more is high."


class Again(Reading):
    ONCE = "The die is thrown once."
    TWICE = "The die is thrown again, and the second throw stands."


class Marks(Reading):
    TWO = "Red chooses of two marks."
    THREE = "Red chooses of three marks."


class Called(Reading):
    BLUE = "Blue calls."
    NOBODY = "Nobody calls; the game ends before."


class Six(Reading):
    SAME = "A six is a six."
    HALF = "A six counts half."


class Broken(Reading):
    WHOLE = "A six leaves the die whole."
    BREAKS = "A six breaks the rules."


class Best(Reading):
    LAST = "Of two throws the last one stands."
    BEST = "Of two throws the better one stands."


class Far(Reading):
    LEFT = "After three throws the coin is left as it fell."
    TURNED = "After three throws the coin is turned."


class Idle(Reading):
    ONE = "One thing."
    TWO = "Another."


class WagerRulings(Rulings):
    high: High = ruling(High.FOUR, question="High?", clauses=("die",), hole="silent", why="-")
    again: Again = ruling(Again.ONCE, question="Again?", clauses=("die",), hole="silent", why="-")
    marks: Marks = ruling(Marks.TWO, question="How many?", clauses=("marks",), hole="silent", why="-")
    called: Called = ruling(Called.BLUE, question="Who calls?", clauses=("call",), hole="silent", why="-")
    six: Six = ruling(Six.SAME, question="A six?", clauses=("die", "six"), hole="silent", why="-")
    broken: Broken = ruling(Broken.WHOLE, question="Broken?", clauses=("six",), hole="silent", why="-")
    best: Best = ruling(Best.LAST, question="Best?", clauses=("die",), hole="silent", why="-")
    far: Far = ruling(Far.LEFT, question="Three throws?", clauses=("coin",), hole="silent", why="-")
    idle: Idle = ruling(Idle.ONE, question="Idle?", clauses=("call",), hole="silent", why="-")


class WagerSizes(Sizes):
    faces: int = size(6)


r = WagerRulings()
n = WagerSizes()

Mark = Annotated[int, Range(0, 2)]
Face = Annotated[int, Range(1, 6)]


class Wager(Record):
    phase: Phase
    mark: Mark
    die: Annotated[int, Range(0, 6)]
    thrown: Annotated[int, Range(0, 3)]
    heads: bool
    call: Annotated[int, Range(0, 1)]


@initial()
def begin(s: Wager) -> None:
    s.phase = Phase.MARK


@decider()
def who(s: Wager) -> Player:
    return Player.RED if s.phase == Phase.MARK else Player.BLUE


@rule("die")
def throws() -> int:
    return 2 if r.again == Again.TWICE else 1


@action("marks")
def choose(s: Wager, mark: Mark) -> None:
    require(s.phase == Phase.MARK)
    require(mark < 2 or r.marks == Marks.THREE)
    s.mark = mark
    s.phase = Phase.DIE


@chance("die")
def throw(s: Wager, face: Face) -> None:
    require(s.phase == Phase.DIE)
    require(face <= n.faces)
    if s.thrown == 0 or r.best == Best.LAST or face > s.die:
        s.die = face
    if face == 6 and r.broken == Broken.BREAKS:
        s.die = face + 1
    s.thrown += 1
    if s.thrown == throws():
        s.phase = Phase.COIN


@chance("die")
def toss(s: Wager, heads: bool) -> None:
    require(s.phase == Phase.COIN)
    s.heads = not heads if r.far == Far.TURNED and s.thrown > 2 else heads
    s.phase = Phase.CALL if r.called == Called.BLUE else Phase.END


@action("call")
def call(s: Wager, side: Annotated[int, Range(0, 1)]) -> None:
    require(s.phase == Phase.CALL)
    s.call = side
    s.phase = Phase.END


@over()
def ended(s: Wager) -> bool:
    return s.phase == Phase.END


@rule("die")
def high(s: Wager) -> bool:
    return s.die >= 5 or (s.die == 4 and r.high == High.FOUR)


@wins("die")
def winner(s: Wager, p: Player) -> bool:
    if high(s):
        return p == Player.RED
    return (p == Player.RED) == s.heads


@score("six")
def points(s: Wager, p: Player) -> int:
    if p == Player.BLUE:
        return s.call
    return s.mark + (10 if s.die == 6 and r.six == Six.HALF else 0)


mode = Mode(
    "wager",
    state=Wager,
    rulings=r,
    sizes=n,
    players=Player,
    full=Instance("full", "the box as sold", explore=False, unproved="a toy: its claims are left alone"),
    instances=(Instance("low", "a die of three faces", sizes={"faces": 3}),),
)
