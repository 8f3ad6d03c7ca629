"""Requirements that look like the first thing that a rule asks, and are not: what comes before them succeeds alone."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Kind,
    Mode,
    Range,
    Record,
    Table,
    action,
    clause,
    holds,
    initial,
    never,
    require,
    rule,
    silent,
)

Place = Annotated[int, Range(0, 2)]


class Phase(Kind):
    A = auto()
    B = auto()
    C = auto()


class Returns(Record):
    """A rule that returns before the requirement."""

    phase: Phase
    flag: bool
    bad: bool


@initial()
def returns_start(s: Returns) -> None:
    s.flag = True


@action()
def act_and_return(s: Returns) -> None:
    with clause("turn.flag"):
        if s.flag:
            s.bad = True
            return
    require(s.phase == Phase.B)
    s.phase = Phase.A


@never("bad", holds("False: the first rule makes it bad at once."))
def returns_bad(s: Returns) -> bool:
    return s.bad and s.phase == Phase.A


returns = Mode("returns", state=Returns)


class Stores(Record):
    """A rule that stores what it then requires."""

    phase: Phase
    bad: bool


@initial()
def stores_start(s: Stores) -> None:
    s.phase = Phase.A


@action()
def act_and_store(s: Stores) -> None:
    with clause("turn.flag"):
        s.bad = s.phase == Phase.A
        s.phase = Phase.B
    require(s.phase == Phase.B)


@never("bad", holds("False: the first rule makes it bad at once."))
def stores_bad(s: Stores) -> bool:
    return s.bad


stores = Mode("stores", state=Stores)


class Others(Record):
    """Rules that call, fall silent, or leave a range before the requirement; and some that only ask."""

    phase: Phase
    at: Place
    line: Table[Place, Place]
    bad: bool


@initial()
def others_start(s: Others) -> None:
    s.phase = Phase.A


@rule()
def to_b(s: Others) -> None:
    s.phase = Phase.B


@rule()
def in_b(s: Others) -> bool:
    return s.phase == Phase.B


@action()
def calls(s: Others) -> None:
    with clause("turn.call"):
        to_b(s)
    require(s.phase == Phase.B)


@action()
def falls_silent(s: Others) -> None:
    with clause("turn.silent"):
        if s.phase == Phase.A:
            silent("what now", "turn.silent")
    require(s.phase == Phase.B)


@action()
def looks_too_far(s: Others) -> None:
    beyond = s.line[s.at + 1]
    require(s.phase == Phase.B)
    require(beyond == 0)
    s.bad = False


@action()
def requires_too_far(s: Others) -> None:
    require(s.line[s.at + 1] == 0)
    require(s.phase == Phase.B)
    s.bad = False


@action()
def only_asks(s: Others, place: Place) -> None:
    with clause("turn.ask"):
        there = s.line[place]
        with clause("turn.more"):
            require(in_b(s) or there == 0)
    require(s.phase in (Phase.B, Phase.C))
    with clause("turn.store"):
        require(s.at == 1)
        s.at = 2
        require(s.bad)
    require(s.phase == Phase.C)


others = Mode("others", state=Others)
