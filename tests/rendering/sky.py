"""An hour's weather: a toy with two chance events in one state, one of which weighs what a ruling says."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    chance,
    clause,
    initial,
    over,
    require,
    rule,
    ruling,
)


class Wind(Reading):
    FEW = "Storms are as rare as one hour of calm."
    MANY = "Storms are three times as frequent as one hour of calm."


class Weather(Rulings):
    wind: Wind = ruling(
        Wind.FEW, question="How frequent are storms?", clauses=("storm",), hole="silent", why="So."
    )


w = Weather()


class Sky(Record):
    done: bool


@initial("start")
def begin(s: Sky) -> None:
    s.done = False


@rule()
def strength(s: Sky) -> int:
    return 3 if w.wind == Wind.MANY else 1


@chance("storm", weight=strength)
def storm(s: Sky) -> None:
    require(not s.done)
    clause("storm")
    s.done = True


@chance("calm")
def calm(s: Sky, hours: Annotated[int, Range(1, 2)]) -> None:
    require(not s.done)
    s.done = hours > 0


@over()
def settled(s: Sky) -> bool:
    return s.done


mode = Mode("sky", state=Sky, rulings=w)
