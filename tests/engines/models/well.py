"""Two people at a well: one ruling for each thing that a comparison of readings can say of it.

A bucket goes down and comes up; its water is in the well, in the bucket or in the jug.
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
    action,
    always,
    automatic,
    decider,
    holds,
    initial,
    over,
    require,
    ruling,
    wins,
)


class Player(Kind):
    ANN = auto()
    BEN = auto()


class Phase(Kind):
    CHOOSE = auto()
    SPLASH = auto()


class Overflow(Reading):
    KEPT = "More water than there is stays where it is."
    LOST = "More water than there is runs off."


class Rest(Reading):
    BARRED = "Nobody rests with an empty bucket."
    ALLOWED = "Anybody may rest."


class Nap(Reading):
    SHORT = "Who rests with an empty bucket stays at the well."
    LONG = "Who rests with an empty bucket leaves it to the other."


class Last(Reading):
    FILLER = "Who fills the jug has won."
    OTHER = "Who is next has won."


class Ghost(Reading):
    HARMLESS = "A haunted bucket is a bucket."
    SPITEFUL = "Who draws a haunted bucket draws again."


class Splash(Reading):
    LEFT = "Water splashes to the left and dries."
    RIGHT = "Water splashes to the right and dries."


class Deep(Reading):
    SHALLOW = "Four are as many as three."
    DEEP = "Four are more than three."


class Brim(Reading):
    BELOW = "The bucket holds two."
    FULL = "The bucket holds three."


class Unread(Reading):
    ONE = "One thing."
    TWO = "Another."


class WellRulings(Rulings):
    overflow: Overflow = ruling(
        Overflow.KEPT, question="Too much?", clauses=("water",), hole="silent", why="-"
    )
    rest: Rest = ruling(Rest.BARRED, question="Rest?", clauses=("rest",), hole="silent", why="-")
    nap: Nap = ruling(Nap.SHORT, question="A nap?", clauses=("rest",), hole="silent", why="-")
    last: Last = ruling(Last.FILLER, question="Who?", clauses=("last",), hole="silent", why="-")
    ghost: Ghost = ruling(Ghost.HARMLESS, question="Haunted?", clauses=("ghost",), hole="silent", why="-")
    splash: Splash = ruling(Splash.LEFT, question="Which side?", clauses=("splash",), hole="silent", why="-")
    deep: Deep = ruling(Deep.SHALLOW, question="How deep?", clauses=("deep",), hole="silent", why="-")
    brim: Brim = ruling(Brim.BELOW, question="How full?", clauses=("brim",), hole="silent", why="-")
    unread: Unread = ruling(Unread.ONE, question="What else?", clauses=("else",), hole="silent", why="-")


r = WellRulings()

OTHER: Lookup[Player, Player] = Lookup({Player.ANN: Player.BEN, Player.BEN: Player.ANN})


class Well(Record):
    phase: Phase
    turn: Player
    well: Annotated[int, Range(0, 4)]
    bucket: Annotated[int, Range(0, 4)]
    jug: Annotated[int, Range(0, 4)]
    side: Annotated[int, Range(0, 2)]
    haunted: bool


@initial()
def lay_out(s: Well) -> None:
    s.well = 4


@decider()
def who(s: Well) -> Player:
    return s.turn


@over()
def full_jug(s: Well) -> bool:
    return s.jug == 4 and s.phase == Phase.CHOOSE


@wins()
def winner(s: Well, p: Player) -> bool:
    return p == (s.turn if r.last == Last.OTHER else OTHER[s.turn])


@action()
def draw(s: Well) -> None:
    require(s.phase == Phase.CHOOSE)
    require(s.well > 0)
    require(s.bucket < 2 or (r.brim == Brim.FULL and s.bucket < 3))
    s.well -= 1
    if s.haunted and r.ghost == Ghost.SPITEFUL:
        s.turn = OTHER[s.turn]
    if s.well + s.bucket + s.jug < 3 and r.overflow == Overflow.LOST:
        s.bucket = 0
    else:
        s.bucket += 1
    s.turn = OTHER[s.turn]


@action()
def pour(s: Well) -> None:
    require(s.phase == Phase.CHOOSE)
    require(s.bucket > 0)
    require(s.jug < 4)
    require(s.bucket < 3 or r.brim == Brim.BELOW)
    s.bucket -= 1
    s.jug += 1
    s.side = 1 if r.splash == Splash.LEFT else 2
    s.phase = Phase.SPLASH
    s.turn = OTHER[s.turn]


@automatic()
def dry(s: Well) -> None:
    require(s.phase == Phase.SPLASH)
    s.side = 0
    s.phase = Phase.CHOOSE


@action()
def rest(s: Well) -> None:
    require(s.phase == Phase.CHOOSE)
    require(s.bucket > 0 or r.rest == Rest.ALLOWED)
    require(s.bucket < 5 or r.deep == Deep.DEEP)
    if s.bucket > 0 or r.nap == Nap.LONG:
        s.turn = OTHER[s.turn]


@always("water", holds("Water only moves."))
def water(s: Well) -> bool:
    return s.well + s.bucket + s.jug == 4


@always("brim", holds("The house reading says so."))
def brim(s: Well) -> bool:
    return s.bucket < 3


mode = Mode(
    "well",
    state=Well,
    rulings=r,
    players=Player,
    instances=(Instance("small", "the same, small enough to be exhausted"),),
)
