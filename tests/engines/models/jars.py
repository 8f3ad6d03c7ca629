"""Two jars of which one can be emptied only beside a lemma: that no stone is lost."""

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
    always,
    holds,
    initial,
    require,
)


class Jar(Kind):
    LEFT = auto()
    RIGHT = auto()


Stones = Annotated[int, Range(0, 3)]


class State(Record):
    full: Table[Jar, Stones]
    spare: Table[Jar, Stones]
    moved: Annotated[Seq[Jar], Bound(2)]


@initial()
def start(s: State) -> None:
    s.full[Jar.LEFT] = 3


@action()
def pour(s: State) -> None:
    """From left to right, where there is room for two."""
    require(s.full[Jar.LEFT] > 0)
    require(s.full[Jar.RIGHT] < 2)
    s.full[Jar.LEFT] -= 1
    s.full[Jar.RIGHT] += 1


@action()
def fetch(s: State, jar: Jar) -> None:
    """A stone comes from nowhere into what is spare, and goes again."""
    require(s.spare[jar] == 0)
    s.spare[jar] = 1


@action()
def drop(s: State, jar: Jar) -> None:
    require(s.spare[jar] == 1)
    s.spare[jar] = 0


@action()
def note(s: State, jar: Jar) -> None:
    require(len(s.moved) == 0)
    s.moved.append(jar)


@always("stones", holds("No stone is lost."))
def no_stone_is_lost(s: State) -> bool:
    return s.full[Jar.LEFT] + s.full[Jar.RIGHT] == 3


@always("spare", holds("At most one stone is spare in each jar."))
def few_are_spare(s: State) -> bool:
    return sum(s.spare[jar] for jar in Jar) <= 2


mode = Mode("jars", state=State)
