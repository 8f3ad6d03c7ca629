"""A card turned over: a toy whose players, cards and numbers have labels."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Bound,
    Instance,
    Kind,
    Mode,
    Range,
    Record,
    Seq,
    Sizes,
    Table,
    action,
    decider,
    initial,
    over,
    require,
    size,
    wins,
)


class Box(Sizes):
    """``queen``: the rank that is called so."""

    ranks: int = size(4, hi=4)
    queen: int = size(4, lo=2, hi=4)


n = Box()


class Player(Kind, label={"NORTH": "seat 1", "EAST": "seat 2"}):
    NORTH = auto()
    EAST = auto()


class Colour(Kind):
    DARK_RED = auto()
    BLUE = auto()


def card_name(card: int) -> str:
    return "Queen" if card == n.queen else {1: "Ace"}.get(card, str(card))


Card = Annotated[int, Range(1, n.ranks, label=card_name)]
Times = Annotated[int, Range(0, 9, label={0: "never"})]


class State(Record):
    active: Player
    seen: Annotated[Seq[Card], Bound(2)]
    times: Table[Card, Times]
    colour: Colour


@initial()
def start(s: State) -> None:
    s.active = Player.NORTH


@decider()
def whose(s: State) -> Player:
    return s.active


@action()
def turn(s: State, card: Card, colour: Colour) -> None:
    require(len(s.seen) < 2)
    s.seen.append(card)
    s.times[card] = min(9, s.times[card] + 1)
    s.colour = colour
    s.active = Player.EAST


@over()
def done(s: State) -> bool:
    return len(s.seen) == 2


@wins()
def won(s: State, p: Player) -> bool:
    return p == Player.EAST


mode = Mode(
    "cards",
    state=State,
    sizes=n,
    players=Player,
    instances=(Instance("low", sizes={"queen": 3}, why="Another Queen."),),
)
