"""Sequences counted and changed in every way: rows of them, items of each sort, places of one, folds within folds."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Bound,
    Kind,
    Lookup,
    Mode,
    Range,
    Record,
    Seq,
    Table,
    action,
    always,
    holds,
    initial,
    require,
    rule,
)


class Owner(Kind):
    ME = auto()
    YOU = auto()


class Card(Kind):
    ACE = auto()
    TWO = auto()
    JOKER = auto()


Low = Annotated[int, Range(-2, 1)]
Place = Annotated[int, Range(0, 4)]
Count = Annotated[int, Range(0, 20)]
WORTH: Lookup[Card, int] = Lookup({Card.ACE: 1, Card.TWO: 2, Card.JOKER: 2})
OTHER: Lookup[Card, Card] = Lookup({Card.ACE: Card.TWO, Card.TWO: Card.ACE, Card.JOKER: Card.JOKER})


class Piles(Record):
    pile: Table[Owner, Annotated[Seq[Card], Bound(4)]]
    lows: Annotated[Seq[Low], Bound(3)]
    flags: Annotated[Seq[bool], Bound(3)]
    one: Annotated[Seq[Card], Bound(1)]
    seen: Table[Card, Count]
    worths: Table[Low, Count]
    total: Count


@initial()
def start(s: Piles) -> None:
    s.pile[Owner.ME].append(Card.ACE)
    s.pile[Owner.ME].append(Card.JOKER)
    s.lows.append(-1)
    s.flags.append(True)


@rule()
def held(s: Piles, o: Owner, c: Card) -> int:
    return sum(s.pile[o][i] == c for i in range(4) if i < len(s.pile[o]))


@action()
def put(s: Piles, o: Owner, c: Card) -> None:
    s.pile[o].append(c)


@action()
def squeeze_in(s: Piles, o: Owner, c: Card, at: Place) -> None:
    require(len(s.pile[o]) < 4)
    s.pile[o].insert(at, OTHER[c])


@action()
def take_out(s: Piles, o: Owner, at: Place) -> None:
    require(len(s.pile[o]) > at)
    s.pile[o].remove_at(at)


@action()
def blindly(s: Piles, o: Owner, at: Place) -> None:
    s.pile[o].remove_at(at)


@action()
def throw_away(s: Piles, o: Owner) -> None:
    s.pile[o].clear()


@action()
def paint(s: Piles, o: Owner, at: Place, c: Card) -> None:
    s.pile[o][at] = c


@action()
def hand_over(s: Piles, at: Place) -> None:
    """A card read at a place that is not known, and a loop of the rules' own before a change."""
    require(at < len(s.pile[Owner.ME]))
    card = s.pile[Owner.ME][at]
    s.pile[Owner.ME].remove_at(at)
    for i in range(3):
        if i + 1 < len(s.pile[Owner.YOU]):
            s.pile[Owner.YOU][i] = s.pile[Owner.YOU][i + 1]
    s.pile[Owner.YOU].append(card)


@action()
def turn_round(s: Piles) -> None:
    require(len(s.pile[Owner.ME]) > 1)
    s.pile[Owner.ME][0], s.pile[Owner.ME][1] = s.pile[Owner.ME][1], s.pile[Owner.ME][0]
    for i in range(4):
        if i < len(s.pile[Owner.YOU]):
            s.pile[Owner.YOU][i] = OTHER[s.pile[Owner.YOU][i]]


@action()
def gather(s: Piles, o: Owner) -> None:
    for i in range(4):
        if i < len(s.pile[o]):
            s.seen[s.pile[o][i]] += 2
    for i in range(3):
        if i < len(s.lows):
            s.worths[s.lows[i]] += 1
    s.pile[o].clear()


@action()
def sum_up(s: Piles, o: Owner) -> None:
    require(not all(WORTH[s.pile[o][i]] == 1 for i in range(4) if i < len(s.pile[o])))
    s.total = sum(3 if s.pile[o][i] == Card.TWO else 1 for i in range(4) if i < len(s.pile[o]))


@action()
def lower(s: Piles, n: Low) -> None:
    require(any(s.lows[i] < n for i in range(3) if i < len(s.lows)))
    s.lows.append(n)
    s.lows.remove_at(0)


@action()
def raise_flag(s: Piles, up: bool) -> None:
    require(sum(s.flags[i] for i in range(3) if i < len(s.flags)) < 2)
    s.flags.insert(0, up)


@action()
def single(s: Piles, c: Card) -> None:
    if sum(s.one[i] == Card.JOKER for i in range(1) if i < len(s.one)) == 1:
        s.one.remove_at(0)
        return
    s.one.insert(0, c)


@always("as-many", holds("Each card is some card."))
def as_many(s: Piles, o: Owner) -> bool:
    return sum(held(s, o, c) for c in Card) == len(s.pile[o])


@always("within", holds("A fold within a fold."))
def within(s: Piles, o: Owner) -> bool:
    return all(
        any(s.pile[o][j] == s.pile[o][i] for j in range(4) if j < len(s.pile[o]))
        for i in range(4)
        if i < len(s.pile[o])
    )


@always("some", holds("There are no more flags than places."))
def some(s: Piles, n: Low) -> bool:
    return sum(s.lows[i] == n for i in range(3) if i < len(s.lows)) <= 3


mode = Mode("piles", state=Piles)
