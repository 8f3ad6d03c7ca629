"""A mill with four rulings: what each property of it needs can be told by trying all twenty-four readings."""

from enum import auto
from typing import Annotated

from queensbench.language import (
    Instance,
    Kind,
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    Sizes,
    action,
    always,
    clause,
    ends,
    fails,
    holds,
    initial,
    over,
    reachable,
    require,
    ruling,
    size,
    unknown,
)


class Box(Sizes):
    husks: int = size(5, lo=1, hi=5000)


class Gate(Reading):
    SHUT = "The gate is shut."
    OPEN = "The gate is open."


class Bell(Reading):
    MUTE = "The bell is mute."
    RUNG = "The bell is rung."


class Road(Reading):
    ROUND = "The road goes round by the mud."
    STRAIGHT = "The road goes straight."
    LONG = "The road goes past the well."


class Grain(Reading):
    SCARCE = "The mud is in the way of the grain."
    PLENTY = "There is so much grain that it covers the mud."


class Asked(Rulings):
    gate: Gate = ruling(Gate.SHUT, question="Gate?", clauses=("gate.way",), hole="silent", why="As drawn.")
    bell: Bell = ruling(Bell.MUTE, question="Bell?", clauses=("bell.sound",), hole="silent", why="As drawn.")
    road: Road = ruling(Road.ROUND, question="Road?", clauses=("road.way",), hole="two-way", why="As drawn.")
    grain: Grain = ruling(
        Grain.SCARCE, question="Grain?", clauses=("grain.much",), hole="two-way", why="As drawn."
    )


r = Asked()
n = Box()


class Place(Kind):
    HOME = auto()
    ROAD = auto()
    MUD = auto()
    WELL = auto()
    GATE = auto()
    MILL = auto()


class State(Record):
    place: Place
    husks: Annotated[int, Range(0, n.husks)]


@initial("setup")
def begin(s: State) -> None:
    s.place = Place.HOME
    s.husks = 0


@over("setup")
def done(s: State) -> bool:
    return s.place == Place.MILL


@action("road.leave")
def leave(s: State) -> None:
    require(s.place == Place.HOME)
    s.place = Place.ROAD


@action("road.way")
def walk(s: State) -> None:
    require(s.place == Place.ROAD)
    if r.road == Road.ROUND:
        with clause("road.mud"):
            s.place = Place.MUD if r.grain == Grain.SCARCE else Place.GATE
    elif r.road == Road.LONG:
        with clause("road.well"):
            s.place = Place.WELL
    else:
        s.place = Place.GATE


@action("road.on")
def walk_on(s: State) -> None:
    require(s.place in (Place.MUD, Place.WELL))
    s.place = Place.GATE


@action("road.back")
def turn(s: State) -> None:
    require(s.place == Place.GATE)
    s.place = Place.HOME


@action("gate.way")
def enter(s: State) -> None:
    require(s.place == Place.GATE and r.gate == Gate.OPEN)
    require(r.bell == Bell.RUNG)
    s.place = Place.MILL


@action("grain.much")
def heap(s: State) -> None:
    require(s.place == Place.GATE and r.road == Road.ROUND and r.grain == Grain.PLENTY)
    require(s.husks < n.husks)
    s.husks += 1


@reachable("mill.reached", fails("Nobody opens, and nobody hears.", blame=("gate", "bell")))
def reached(s: State) -> bool:
    return s.place == Place.MILL


@always("mill.clean", fails("The road goes round by the mud.", blame=("road",)))
def clean(s: State) -> bool:
    return s.place != Place.MUD


@always("mill.dry", holds("Nobody goes past the well."))
def dry(s: State) -> bool:
    return s.place != Place.WELL


@always("mill.stays", fails("Whoever walks comes to the gate.", blame=("road.way",)), clauses=("road.leave",))
def stays(s: State) -> bool:
    return s.place != Place.GATE


@always("mill.empty", fails("The heap may grow.", blame=("gap: a box with husks",)))
def empty(s: State) -> bool:
    return s.husks == n.husks


@always("mill.guess", unknown("Nobody knows."))
def guess(s: State) -> bool:
    return s.husks < n.husks


ends(
    "mill.ends",
    State,
    fails("One may turn back for ever.", blame=("road.back",)),
    module=__name__,
    against=("players",),
    sure=True,
)

mode = Mode(
    "mill",
    state=State,
    rulings=r,
    sizes=n,
    instances=(
        Instance("small", sizes={"husks": 5}),
        Instance("large", sizes={"husks": 1000}),
        Instance("heaps", sizes={"husks": 4000}, explore=False),
    ),
)
