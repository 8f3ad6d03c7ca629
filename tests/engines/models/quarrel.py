"""Players who do not agree: both may move at once, a die that may roll for ever, a hole and a dead end."""

from __future__ import annotations

from queensbench.language import (
    Kind,
    Mode,
    Record,
    action,
    chance,
    initial,
    over,
    require,
    rule,
    silent,
)


class Phase(Kind):
    ROLL = 0
    BOTH = 1  # White may give in, Black may insist
    WHITE = 2  # White may wait, or ask the book
    STUCK = 3
    DONE = 4


class Player(Kind):
    BLACK = 0
    WHITE = 1


class State(Record):
    phase: Phase


@initial()
def start(s: State) -> None:
    s.phase = Phase.ROLL


@over()
def done(s: State) -> bool:
    return s.phase == Phase.DONE


@rule()
def white(s: State) -> Player:
    return Player.WHITE


@rule()
def black(s: State) -> Player:
    return Player.BLACK


@chance()
def again(s: State) -> None:
    require(s.phase == Phase.ROLL)


@chance()
def settled(s: State) -> None:
    require(s.phase == Phase.ROLL)
    s.phase = Phase.BOTH


@action(decider=white)
def give_in(s: State) -> None:
    require(s.phase == Phase.BOTH)
    s.phase = Phase.DONE


@action(decider=black)
def insist(s: State) -> None:
    require(s.phase == Phase.BOTH)
    s.phase = Phase.WHITE


@action(decider=white)
def wait(s: State) -> None:
    require(s.phase == Phase.WHITE)


@action(decider=white)
def ask(s: State) -> None:
    require(s.phase == Phase.WHITE)
    silent("who is right", "quarrel.judge")


@action(decider=white)
def sulk(s: State) -> None:
    require(s.phase == Phase.WHITE)
    s.phase = Phase.STUCK


mode = Mode("quarrel", state=State, players=Player)
