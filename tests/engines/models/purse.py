"""Coins between two hands and a table: claims of every sort for the engine of proofs."""

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
    never,
    require,
    ruling,
)


class Hand(Kind):
    LEFT = auto()
    RIGHT = auto()


class Limit(Reading):
    STRICT = "A hand holds three coins at the most."
    LOOSE = "A hand holds any number of coins."


class PurseRulings(Rulings):
    limit: Limit = ruling(
        Limit.STRICT, question="How many coins fit a hand?", clauses=(), hole="silent", why="Hands are small."
    )


r = PurseRulings()


class Coins(Record):
    table: Annotated[int, Range(0, 6)]
    hand: Table[Hand, Annotated[int, Range(0, 6)]]
    taken: Annotated[int, Range(0, 1)]


@initial()
def lay_out(s: Coins) -> None:
    s.table = 6


@action()
def take(s: Coins, h: Hand) -> None:
    require(s.table > 0)
    require(s.hand[h] < 3 or r.limit == Limit.LOOSE)
    s.table -= 1
    s.hand[h] += 1
    s.taken = 1


@action()
def put_back(s: Coins, h: Hand) -> None:
    require(s.hand[h] > 0)
    s.hand[h] -= 1
    s.table += 1


@always("conserved", holds("Coins only move."))
def conserved(s: Coins) -> bool:
    return s.table + sum(s.hand[h] for h in Hand) == 6


@always("typed", holds("It is true of every state of these types."))
def typed(s: Coins) -> bool:
    return s.taken < 2


@always("three", holds("The house reading says so."))
def three(s: Coins, h: Hand) -> bool:
    return s.hand[h] <= 3


@never("six-and-nothing-taken", holds("Nobody holds coins that were not taken."))
def from_nowhere(s: Coins) -> bool:
    return s.hand[Hand.LEFT] == 6 and s.taken == 0


@always("starts-wrong", holds("It does not hold at the start."))
def starts_wrong(s: Coins) -> bool:
    return s.table < 6


mode = Mode("purse", state=Coins, rulings=r)


class Leaky(Record):
    """A purse whose coins are counted without a look at the table."""

    held: Annotated[int, Range(0, 4)]


@initial()
def empty(s: Leaky) -> None:
    s.held = 0


@action()
def grab(s: Leaky) -> None:
    s.held += 2


@action()
def dream(s: Leaky) -> None:
    require(s.held > 3)
    require(s.held < 2)
    s.held = 0


@always("even", holds("Coins come in pairs."))
def even(s: Leaky) -> bool:
    return s.held % 2 == 0


leaky = Mode("leaky", state=Leaky)
