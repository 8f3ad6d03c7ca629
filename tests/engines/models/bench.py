"""Four guests on a round bench: rules that treat them alike up to who sits where, and rules that do not.

Each transition is of another sort; ``mode`` has those that respect a rotation, ``every`` all of them.
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
    Record,
    Table,
    action,
    always,
    holds,
    initial,
    require,
    rule,
)


class Guest(Kind):
    ANN = auto()
    BOB = auto()
    CAT = auto()
    DAN = auto()


Coins = Annotated[int, Range(0, 9)]

SEAT: Lookup[Guest, int] = Lookup({g: place for place, g in enumerate(Guest, 1)})
OPPOSITE: Lookup[Guest, Guest] = Lookup(
    {Guest.ANN: Guest.CAT, Guest.BOB: Guest.DAN, Guest.CAT: Guest.ANN, Guest.DAN: Guest.BOB}
)


class Bench(Record):
    turn: Guest
    host: Guest
    coins: Table[Guest, Coins]
    marked: Table[Guest, bool]


@rule()
def left_of(g: Guest) -> Guest:
    neighbour = g
    for other in Guest:
        if SEAT[other] == SEAT[g] % len(Guest) + 1:
            neighbour = other
    return neighbour


@rule()
def odd(coins: Coins) -> bool:
    return coins % 2 == 1


@initial()
def begin(s: Bench) -> None:
    for g in Guest:
        s.coins[g] = 2


@action()
def pay(s: Bench, to: Guest) -> None:
    require(s.coins[s.turn] > 0)
    require(s.coins[to] < 9)
    s.coins[s.turn] -= 1
    s.coins[to] += 1


@action()
def pass_on(s: Bench) -> None:
    s.turn = left_of(s.turn)


@action()
def mark(s: Bench) -> None:
    for g in Guest:
        s.marked[g] = s.coins[g] > 2 and any(s.coins[other] == 0 for other in Guest)


@action()
def new_host(s: Bench) -> None:
    following = s.host
    for g in Guest:
        if s.host == g:
            following = left_of(g)
    s.host = following


@action()
def across(s: Bench) -> None:
    s.turn = OPPOSITE[s.turn]


@action()
def count(s: Bench) -> None:
    require(sum(s.coins[g] for g in Guest if odd(s.coins[g] - 1)) == 3)


@action()
def look(s: Bench) -> None:
    require(any(odd(s.coins[g] - 1) for g in Guest))


@action()
def first_poor(s: Bench) -> None:
    found = False
    for g in Guest:
        if s.coins[g] == 0 and not found:
            s.turn = g
            found = True


@action()
def hand_on(s: Bench) -> None:
    for g in Guest:
        s.coins[left_of(g)] = s.coins[g]


@action()
def overwrite(s: Bench) -> None:
    for g in Guest:
        if s.coins[g] == 0:
            s.turn = g


@action()
def favour(s: Bench) -> None:
    require(s.turn == Guest.ANN)
    s.marked[Guest.ANN] = True


@action()
def by_seat(s: Bench) -> None:
    require(s.coins[s.turn] < SEAT[s.turn])


@always("conserved", holds("A coin that is paid is taken."))
def conserved(s: Bench) -> bool:
    return sum(s.coins[g] for g in Guest) == 8


@always("alone", holds("Not so: the first payment breaks it."))
def alone(s: Bench, g: Guest) -> bool:
    return s.coins[g] == 2


@always("ann", holds("Not so, and it names a guest."), instances=("named",))
def ann(s: Bench) -> bool:
    return s.coins[Guest.ANN] > 0


ALIKE = (pay, pass_on, mark, new_host)
UNLIKE = (across, count, look, first_poor, hand_on, overwrite, favour, by_seat)
every = Mode("every", state=Bench)
mode = Mode("alike", state=Bench, without=UNLIKE, instances=(Instance("named", "a claim names a guest"),))
