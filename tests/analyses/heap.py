"""A heap of which two players take: a toy of which it is known how play can go wrong.

Who takes the last has won.  At three in the heap one may also wait, so that play can go on for ever.
"""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Bound,
    Kind,
    Mode,
    Range,
    Record,
    Seq,
    Table,
    action,
    decider,
    initial,
    over,
    require,
    rule,
    wins,
)


class Player(Kind):
    NORTH = auto()
    SOUTH = auto()


class Stone(Kind):
    GREY = auto()


Stones = Annotated[int, Range(0, 3)]
Taken = Annotated[int, Range(1, 2)]
Mark = Annotated[int, Range(0, 1)]


class State(Record):
    active: Player
    heap: Table[Stone, Stones]
    beside: Table[Stone, Stones]
    marks: Table[Stone, Mark]
    taken: Annotated[Seq[Taken], Bound(3)]


@initial()
def start(s: State) -> None:
    s.heap[Stone.GREY] = 3
    s.beside[Stone.GREY] = 1


@decider()
def whose(s: State) -> Player:
    return s.active


@rule()
def all_stones(s: State) -> int:
    return sum(s.heap[stone] for stone in Stone) + sum(s.beside[stone] for stone in Stone)


@rule()
def other(p: Player) -> Player:
    return Player.SOUTH if p == Player.NORTH else Player.NORTH


@action()
def take(s: State, number: Taken) -> None:
    require(s.heap[Stone.GREY] >= number)
    require(all_stones(s) >= number)
    s.heap[Stone.GREY] -= number
    s.taken.append(number)
    if s.heap[Stone.GREY] > 0:
        s.active = other(s.active)


@action()
def wait(s: State) -> None:
    require(s.heap[Stone.GREY] == 3)
    s.marks[Stone.GREY] = 1
    s.active = other(s.active)


@over()
def empty(s: State) -> bool:
    return s.heap[Stone.GREY] == 0


@wins()
def last(s: State, p: Player) -> bool:
    return p == s.active


mode = Mode("heap", state=State, players=Player)
