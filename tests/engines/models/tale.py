"""A tale told in two languages: five rulings, of which three part the tellings."""

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
    action,
    initial,
    over,
    require,
    ruling,
    score,
    wins,
)

OLD, NEW = "tale.old", "tale.new"


class Door(Reading):
    WIDE = "The door stands wide."
    BARRED = "The door is barred."


class Prize(Reading):
    SMALL = "The prize is small."
    GREAT = "The prize is great."
    NONE = "There is no prize."


class Song(Reading):
    LOUD = "The song is loud."
    SOFT = "The song is soft."


class Wolf(Reading):
    GREY = "The wolf is grey."
    WHITE = "The wolf is white."
    RED = "The wolf is red."


class Moon(Reading):
    FULL = "The moon is full."
    NEW = "The moon is new."


class Tellings(Rulings):
    door: Door = ruling(
        Door.WIDE, question="Door?", clauses=("door.open",), hole="translation", why="So it was told first.",
        documents={Door.WIDE: (OLD,), Door.BARRED: (NEW,)},
    )  # fmt: skip
    prize: Prize = ruling(
        Prize.SMALL, question="Prize?", clauses=("prize.much",), hole="translation", why="So it was told first.",
        documents={Prize.SMALL: (OLD,), Prize.GREAT: (NEW,), Prize.NONE: (NEW,)},
    )  # fmt: skip
    song: Song = ruling(
        Song.LOUD, question="Song?", clauses=("song.sung",), hole="silent", why="Nobody says.",
    )  # fmt: skip
    wolf: Wolf = ruling(
        Wolf.GREY, question="Wolf?", clauses=("wolf.fur",), hole="translation", why="So it was told first.",
        documents={Wolf.GREY: (OLD,), Wolf.RED: (OLD,)},
    )  # fmt: skip
    moon: Moon = ruling(
        Moon.FULL, question="Moon?", clauses=("moon.light",), hole="translation", why="Both say so.",
        documents={Moon.FULL: (OLD, f"{NEW}/second")},
    )  # fmt: skip


r = Tellings()


class Who(Kind):
    ANN = auto()


class State(Record):
    at: Annotated[int, Range(0, 3)]
    bag: Annotated[int, Range(0, 3)]


@initial("setup")
def begin(s: State) -> None:
    s.at = 0
    s.bag = 0


@action("road.walk")
def walk(s: State) -> None:
    require(s.at < 3)
    s.at += 1


@action("door.open")
def through(s: State) -> None:
    require(s.at == 1)
    require(r.door == Door.WIDE)
    s.at = 3


@action("wolf.fur")
def pat(s: State) -> None:
    require(s.at == 2 and s.bag == 0)
    s.bag = 2 if r.wolf == Wolf.WHITE else 1


@over("end")
def ended(s: State) -> bool:
    return s.at == 3


@score("prize.much")
def worth(s: State) -> int:
    if r.prize == Prize.SMALL:
        return 1 + s.bag
    return 5 + s.bag if r.prize == Prize.GREAT else s.bag


@wins("end")
def won(s: State, p: Who) -> bool:
    return s.bag > 0


mode = Mode(
    "tale",
    state=State,
    rulings=r,
    players=Who,
    instances=(Instance("told"),),
)
