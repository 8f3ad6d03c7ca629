"""Pig, a race with a die, from its rules.

Two players take turns.  In a turn a player rolls as often as wanted, and what is rolled is added up.  A one ends the turn
and the sum is lost; instead of rolling the player may stop, which adds the sum to the score.  Who first has so many points
wins; as commonly played, a hundred.

The rules say who has won, and leave two things open: whether a player may stop before the first roll, and whether one
who need only stop to win may roll on.
"""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Instance,
    Kind,
    Lookup,
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    Sizes,
    Table,
    action,
    chance,
    decider,
    initial,
    over,
    require,
    ruling,
    size,
    wins,
)


class Race(Sizes):
    goal: int = size(100, lo=2, hi=200)
    sides: int = size(6, lo=2, hi=20)


n = Race()
Pips = Annotated[int, Range(1, n.sides)]
Points = Annotated[int, Range(0, 2 * n.goal + n.sides)]
Sum = Annotated[int, Range(0, n.goal + n.sides)]


class StopFirst(Reading):
    REFUSED = "A turn begins with a roll."
    ALLOWED = "A player may stop at once, and so pass."


class RollOn(Reading):
    ALLOWED = "The player may roll on, and lose it all."
    REFUSED = "The player has to stop."


class Book(Rulings):
    stop_first: StopFirst = ruling(
        StopFirst.REFUSED,
        question="May a player stop before the first roll of a turn?",
        clauses=(),
        hole="silent",
        why="a turn is made of rolls",
    )
    roll_on: RollOn = ruling(
        RollOn.ALLOWED,
        question="May a player roll on who need only stop to win?",
        clauses=(),
        hole="silent",
        why="nothing forbids it",
    )


r = Book()


class Player(Kind):
    FIRST = auto()
    SECOND = auto()


OTHER: Lookup[Player, Player] = Lookup({Player.FIRST: Player.SECOND, Player.SECOND: Player.FIRST})


class Game(Record):
    """``rolling``: the die is about to fall."""

    score: Table[Player, Points]
    sum: Sum
    turn: Player
    rolling: bool


@initial()
def begin(s: Game) -> None:
    s.turn = Player.FIRST


@action()
def roll(s: Game) -> None:
    require(not s.rolling)
    require(s.sum <= n.goal)
    if r.roll_on == RollOn.REFUSED:
        require(s.score[s.turn] + s.sum < n.goal)
    s.rolling = True


@chance()
def fall(s: Game, pips: Pips) -> None:
    require(s.rolling)
    s.rolling = False
    if pips == 1:
        s.sum = 0
        s.turn = OTHER[s.turn]
    else:
        s.sum += pips


@action()
def stop(s: Game) -> None:
    require(not s.rolling)
    if r.stop_first == StopFirst.REFUSED:
        require(s.sum > 0)
    s.score[s.turn] += s.sum
    s.sum = 0
    s.turn = OTHER[s.turn]


@decider()
def whose_turn(s: Game) -> Player:
    return s.turn


@over()
def won(s: Game) -> bool:
    return any(s.score[p] >= n.goal for p in Player)


@wins()
def has_reached_it(s: Game, p: Player) -> bool:
    return s.score[p] >= n.goal


five = Instance("five", "a race to five, a die of three sides", sizes={"goal": 5, "sides": 3})

mode = Mode("pig", state=Game, rulings=r, sizes=n, players=Player, instances=(five,))
