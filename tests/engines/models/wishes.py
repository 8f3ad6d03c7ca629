"""A wish is made until one comes true: what the rules leave open, play that can go round, and a dead end.

``full`` is everything at once; the instances leave parts of it out.
"""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Instance,
    Kind,
    Mode,
    Parameters,
    Range,
    Record,
    action,
    chance,
    initial,
    over,
    parameter,
    require,
    score,
    silent,
)


class Offer(Parameters):
    doubt: int = parameter(1, lo=0, hi=1, why="Whether the rules are silent anywhere.")
    trap: int = parameter(1, lo=0, hi=1, why="Whether one can get stuck.")
    again: int = parameter(1, lo=0, hi=1, why="Whether a wish may be made once more.")


class Place(Kind):
    HOME = auto()
    WELL = auto()
    FOREST = auto()
    PIT = auto()
    END = auto()


p = Offer()


class State(Record):
    place: Place
    coins: Annotated[int, Range(0, 6)]


@initial()
def begin(s: State) -> None:
    s.place = Place.HOME
    s.coins = 1


@action()
def wish(s: State) -> None:
    require(s.place == Place.HOME)
    s.place = Place.WELL


@action()
def roam(s: State) -> None:
    require(s.place == Place.HOME and p.doubt + p.trap > 0)
    s.place = Place.FOREST


@action()
def stay(s: State) -> None:
    require(s.place == Place.HOME)
    s.place = Place.END


@chance()
def answer(s: State, coins: Annotated[int, Range(1, 3)]) -> None:
    """One: nothing comes of it; two: two coins; three: five."""
    require(s.place == Place.WELL)
    if coins == 1 and p.again == 1:
        s.place = Place.HOME
    else:
        s.place = Place.END
        s.coins = 0 if coins == 1 else 2 if coins == 2 else 5


@chance()
def path(s: State, way: Annotated[int, Range(1, 4)]) -> None:
    require(
        s.place == Place.FOREST and (way == 1 or (way == 2 and p.doubt == 1) or (way == 3 and p.trap == 1))
    )
    if way == 2:
        silent("what a wolf does", "wolf")
    s.place = Place.PIT if way == 3 else Place.END
    if way == 1:
        s.coins = 6


@over()
def ended(s: State) -> bool:
    return s.place == Place.END


@score()
def coins(s: State) -> int:
    return s.coins


mode = Mode(
    "wishes",
    state=State,
    parameters=p,
    instances=(
        Instance("once", "one wish", parameters={"doubt": 0, "trap": 0, "again": 0}),
        Instance("again", "wishes without end", parameters={"doubt": 0, "trap": 0}),
        Instance("doubt", "the rules are silent", parameters={"trap": 0, "again": 0}),
        Instance("trap", "one can get stuck", parameters={"doubt": 0, "again": 0}),
    ),
)
