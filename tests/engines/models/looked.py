"""Lookups that are one term to a solver, and are not one: another has more entries, or a rule writes the choice out."""

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
    never,
    require,
)


class Item(Kind):
    X = auto()
    Y = auto()


K = Annotated[int, Range(0, 3)]
FEW = Annotated[int, Range(0, 2)]
A = Lookup({0: 1, 1: 2, 2: 3})
B = Lookup({0: 1, 1: 2, 2: 3, 3: 3})


class State(Record):
    u: Table[K, K]
    v: Table[K, K]
    q: Annotated[Seq[Item], Bound(3)]


@initial()
def start(s: State) -> None:
    s.u[0] = 0


@action()
def narrow(s: State, k: FEW) -> None:
    s.u[A[k]] = 1


@action()
def act(s: State, k: K) -> None:
    require(k != 2)
    if k < 3:
        s.u[A[k + 0]] = 1
    s.u[B[k + 0]] = 2


@action()
def write_out(s: State, k: K) -> None:
    require(k != 2)
    if k < 3:
        s.u[A[k + 0]] = 1
    s.v[1 if k == 0 else 2 if k == 1 else 3] = 2


@action()
def put(s: State, x: Item) -> None:
    require(len(s.q) < 3)
    s.q.append(x)


@never("bad", holds("False: act(k=3)."))
def bad(s: State) -> bool:
    return s.u[3] == 2


@never("bad-too", holds("False: write_out(k=3)."))
def bad_too(s: State) -> bool:
    return s.v[3] == 2


@always("few", holds("There are no more places."))
def few(s: State, x: Item) -> bool:
    return sum(s.q[i] == x for i in range(3) if i < len(s.q)) <= 3


mode = Mode("looked", state=State)
