"""Two steps to a door with a bell: small enough that every fault of the rules can be judged by hand."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Mode,
    Range,
    Record,
    action,
    always,
    clause,
    holds,
    initial,
    over,
    reachable,
    require,
)


class Path(Record):
    at: Annotated[int, Range(0, 3)]
    home: bool
    bell: bool


@initial()
def begin(s: Path) -> None:
    s.at = 0


@action("walk.step")
def step(s: Path) -> None:
    require(s.at < 2)
    s.at += 1


@action("walk.home")
def come_home(s: Path) -> None:
    require(s.at == 2)
    s.home = True
    with clause("walk.bell"):
        s.bell = True


@over()
def at_home(s: Path) -> bool:
    return s.home


@always("at-most-two", holds("There are two steps."))
def at_most_two(s: Path) -> bool:
    return s.at <= 2


@reachable("home", holds("Two steps and the door."))
def home(s: Path) -> bool:
    return s.home


mode = Mode("bell", state=Path)
