"""A ferry over a narrow river: a toy of which boards and storyboards are known word by word."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Kind,
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    Table,
    action,
    chance,
    clause,
    decider,
    initial,
    over,
    require,
    ruling,
    wins,
)
from queensbench.language.drawings import Board, Cell, Group, counted, drawing


class Who(Kind):
    ANN = auto()
    BOB = auto()


class Phase(Kind):
    LOAD = auto()
    ROW = auto()
    DRIFT = auto()


class Bank(Reading):
    STOPS = "At the bank it stops."
    RUNS = "It runs aground there, and who rowed has lost."
    WAITS = "It stops at the bank, whoever wrote it."


class Asked(Rulings):
    at_bank: Bank = ruling(
        Bank.STOPS,
        question="What happens <at> the bank?",
        clauses=("bank",),
        hole="silent",
        why="Ferries stop.",
    )


r = Asked()
Place = Annotated[int, Range(0, 4)]
Stroke = Annotated[int, Range(1, 2)]
Count = Annotated[int, Range(0, 3)]


class State(Record):
    phase: Phase
    rower: Who
    at: Place
    aground: bool
    crates: Table[Who, Count]


@initial("start")
def begin(s: State) -> None:
    s.rower = Who.ANN


@decider()
def rowing(s: State) -> Who:
    return s.rower


@action("load")
def load(s: State, crates: Stroke) -> None:
    require(s.phase == Phase.LOAD)
    s.crates[s.rower] = crates + 0
    if s.rower == Who.ANN:
        s.rower = Who.BOB
    else:
        s.rower = Who.ANN
        s.phase = Phase.ROW


@action("row")
def row(s: State, by: Stroke) -> None:
    require(s.phase == Phase.ROW)
    require(s.at + by <= 4)
    s.at += by
    if s.at == 4 and r.at_bank == Bank.RUNS:
        with clause("bank"):
            s.aground = True
    s.phase = Phase.DRIFT


@chance("drift")
def drift(s: State, back: bool) -> None:
    require(s.phase == Phase.DRIFT)
    require(s.at < 4)
    if back and s.at > 0:
        s.at -= 1
    s.rower = Who.BOB if s.rower == Who.ANN else Who.ANN
    s.phase = Phase.ROW


@over("end")
def landed(s: State) -> bool:
    return s.at == 4


@wins("end")
def won(s: State, p: Who) -> bool:
    return (p == s.rower) != s.aground


@drawing(setup=lambda s: s.phase == Phase.LOAD)
def river(s: State) -> Board:
    water = [Cell("boat", "blue", marked=True) if s.at == k else Cell(str(k)) for k in range(5)]
    loads = [Group(p.name.lower(), [counted("crate", s.crates[p], "yellow", down=p != s.rower)]) for p in Who]
    return Board([[Group("river", water, grid="r")], loads], f"{s.rower.name.lower()} <rows>")


mode = Mode("ferry", state=State, rulings=r, players=Who)
