"""A game of lots: rulings read at the start, by the end, the score, a weight and a decider, and one that breaks a range."""

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
    action,
    chance,
    decider,
    initial,
    over,
    require,
    rule,
    ruling,
    score,
)


class Player(Kind):
    EVE = auto()
    TOM = auto()


class Side(Kind):
    HEADS = auto()
    TAILS = auto()


class First(Reading):
    EVE = "Eve is first."
    TOM = "Tom is first."


class End(Reading):
    THREE = "Three lots are an end."
    TWO = "Two lots are an end."


class Count(Reading):
    ONE = "A lot counts one."
    TWO = "A lot counts two."


class Coin(Reading):
    FAIR = "Both sides are as likely."
    BENT = "Heads comes up twice as often."


class Choice(Reading):
    OWN = "Whose turn it is chooses."
    EVES = "Eve chooses."


class Limit(Reading):
    NONE = "Lots are counted."
    BROKEN = "Lots are counted beyond what there is."


class LotsRulings(Rulings):
    first: First = ruling(First.EVE, question="Who?", clauses=(), hole="silent", why="-")
    end: End = ruling(End.THREE, question="When?", clauses=(), hole="silent", why="-")
    count: Count = ruling(Count.ONE, question="How many?", clauses=(), hole="silent", why="-")
    coin: Coin = ruling(Coin.FAIR, question="How likely?", clauses=(), hole="silent", why="-")
    choice: Choice = ruling(Choice.OWN, question="Whose choice?", clauses=(), hole="silent", why="-")
    limit: Limit = ruling(Limit.NONE, question="How far?", clauses=(), hole="silent", why="-")


r = LotsRulings()


class Lots(Record):
    turn: Player
    tossed: bool
    lots: Annotated[int, Range(0, 3)]


@initial()
def begin(s: Lots) -> None:
    s.turn = Player.EVE if r.first == First.EVE else Player.TOM


@decider()
def who(s: Lots) -> Player:
    return s.turn if r.choice == Choice.OWN else Player.EVE


@over()
def ended(s: Lots) -> bool:
    return s.lots == 3 or (s.lots == 2 and r.end == End.TWO)


@score()
def counted(s: Lots) -> int:
    return s.lots * 2 if r.count == Count.TWO else s.lots


@rule()
def weight(s: Lots, side: Side) -> int:
    return 2 if side == Side.HEADS and r.coin == Coin.BENT else 1


@chance(weight=weight)
def toss(s: Lots, side: Side) -> None:
    require(not s.tossed)
    s.tossed = True
    s.turn = Player.EVE if side == Side.HEADS else Player.TOM


@action()
def draw(s: Lots) -> None:
    require(s.tossed)
    s.tossed = False
    s.lots += 2 if s.lots == 2 and r.limit == Limit.BROKEN else 1


mode = Mode("lots", state=Lots, rulings=r, players=Player)
