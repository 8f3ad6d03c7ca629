"""A symmetry that holds until late: the players differ after thirty right steps.  And one that its rules show."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Kind,
    Mode,
    Range,
    Record,
    Symmetry,
    Table,
    action,
    always,
    decider,
    holds,
    initial,
    never,
    over,
    require,
    wins,
)


class Player(Kind):
    ONE = auto()
    TWO = auto()


C = Annotated[int, Range(0, 40)]
D = Annotated[int, Range(0, 9)]


class State(Record):
    turn: Player
    c: Table[Player, C]
    bad: bool


@initial()
def start(s: State) -> None:
    s.turn = Player.ONE


@decider()
def who(s: State) -> Player:
    return s.turn


@action()
def first(s: State, p: Player) -> None:
    require(s.c[Player.ONE] == 0 and s.c[Player.TWO] == 0)
    s.turn = p
    s.c[p] = 1


@action()
def step(s: State, d: D) -> None:
    require(s.c[s.turn] > 0)
    require(s.c[s.turn] < 30)
    s.c[s.turn] = s.c[s.turn] + 1 if d == 7 else 1


@action()
def late(s: State) -> None:
    require(s.c[s.turn] == 30)
    if s.turn == Player.TWO:
        s.bad = True
    s.c[s.turn] = 31


@never("bad", holds("False of TWO."))
def bad(s: State) -> bool:
    return s.bad


both = Symmetry("both", ({Player: [Player.TWO, Player.ONE]},), why="alike, it is said")
mirror = Mode("mirror", state=State, players=Player, symmetries=(both,))


class Even(Record):
    """Two who count up in turn, whoever begins: nothing tells them apart."""

    count: Table[Player, D]
    first: Player
    begun: bool


@initial()
def nothing(s: Even) -> None:
    s.begun = False


@action()
def begin(s: Even, p: Player) -> None:
    require(not s.begun)
    s.begun = True
    s.first = p


@action()
def count_up(s: Even, p: Player) -> None:
    require(s.begun)
    require(s.count[p] < 9)
    s.count[p] += 1


@over()
def full(s: Even) -> bool:
    return any(s.count[p] == 9 for p in Player)


@wins()
def has_nine(s: Even, p: Player) -> bool:
    return s.count[p] == 9


@always("nobody-ahead", holds("Both may count on."))
def nobody_ahead(s: Even, p: Player) -> bool:
    return s.count[p] <= 9


even = Mode("even", state=Even, players=Player, symmetries=(both,))
