"""Shelves of balls in eight colours: balls trade places, a colour leaves; in one of the games a ball gets lost."""

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
    Table,
    action,
    always,
    holds,
    initial,
    require,
    rule,
    ruling,
)


class Colour(Kind):
    A = auto()
    B = auto()
    C = auto()
    D = auto()
    E = auto()
    F = auto()
    G = auto()
    H = auto()


class Shelf(Kind):
    A = auto()
    B = auto()
    C = auto()
    D = auto()
    E = auto()
    F = auto()
    G = auto()
    H = auto()


Balls = Annotated[int, Range(0, 3)]


class Move(Reading):
    TRADE = "The two balls trade places."
    LOSE = "The second ball is lost."


class R(Rulings):
    move: Move = ruling(
        Move.TRADE, question="Where does the second ball go?", clauses=(), hole="silent", why="It is a trade."
    )


r = R()


class Balled(Record):
    balls: Table[Shelf, Colour, Balls]
    out: Table[Colour, Balls]


@initial()
def filled(s: Balled) -> None:
    for c in Colour:
        s.balls[Shelf.A, c] = 3


@action()
def trade(s: Balled, a: Colour, b: Colour, x: Shelf, y: Shelf) -> None:
    require(a != b)
    require(x != y)
    require(s.balls[x, a] > 0)
    require(s.balls[y, b] > 0)
    s.balls[x, a] -= 1
    s.balls[y, a] += 1
    s.balls[y, b] -= 1
    if r.move == Move.TRADE:
        s.balls[x, b] += 1
    if s.balls[Shelf.H, b] == 3:
        leave(s, b)


@rule()
def leave(s: Balled, c: Colour) -> None:
    for shelf in Shelf:
        s.out[c] += s.balls[shelf, c]
        s.balls[shelf, c] = 0


@always("conserved", holds("Balls only move."))
def conserved(s: Balled, c: Colour) -> bool:
    return sum(s.balls[shelf, c] for shelf in Shelf) + s.out[c] == 3


@always("no_more", holds("Balls may get lost, and none comes from nowhere."))
def no_more(s: Balled, c: Colour) -> bool:
    return sum(s.balls[shelf, c] for shelf in Shelf) + s.out[c] <= 3


mode = Mode("shelf", state=Balled, rulings=r)
