"""Hidden hands: guards that look at what their decider sees, and guards that look further."""

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
    decider,
    hidden,
    initial,
    owner,
    partners,
    require,
    rule,
    span,
)


class Player(Kind):
    ANN = auto()
    BEN = auto()


class Card(Kind):
    NONE = auto()
    ACE = auto()
    KING = auto()


Slot = Annotated[int, Range(0, 2)]


class Deal(Record):
    turn: Player
    hand: Annotated[Table[Player, Slot, Card], owner(shown="open")]
    open: Table[Player, Slot, bool]
    trump: Annotated[Table[Player, Card], partners()]
    pile: Annotated[Seq[Card], Bound(3), hidden()]


@initial()
def start(s: Deal) -> None:
    s.turn = Player.ANN


@decider()
def mover(s: Deal) -> Player:
    return s.turn


@rule()
def other(s: Deal, p: Player) -> Player:
    return Player.BEN if p == Player.ANN else Player.ANN


@rule()
def has_king(s: Deal, p: Player) -> bool:
    for k in span(Slot):
        if s.hand[p, k] == Card.KING:
            return True
    return False


@rule()
def check_empty(s: Deal, p: Player, k: Slot) -> None:
    require(s.hand[p, k] == Card.NONE)


@action()
def own(s: Deal, k: Slot) -> None:
    require(s.hand[s.turn, k] == Card.ACE)
    require(s.trump[mover(s)] == Card.KING and has_king(s, s.turn))
    s.open[s.turn, k] = True


@action()
def own_by_argument(s: Deal, p: Player, k: Slot) -> None:
    require(p == mover(s))
    require(s.hand[p, k] == Card.ACE)


@action()
def others(s: Deal, p: Player, k: Slot) -> None:
    require(s.hand[p, k] == Card.ACE)


@action()
def others_open(s: Deal, p: Player, k: Slot) -> None:
    require(s.open[p, k] and s.hand[p, k] == Card.ACE)


@action()
def through_rules(s: Deal, k: Slot) -> None:
    require(has_king(s, other(s, s.turn)))
    check_empty(s, other(s, s.turn), k)


@action()
def by_local(s: Deal, k: Slot) -> None:
    who = s.turn
    card = s.hand[Player.BEN, k]
    require(s.hand[who, k] != card)


@action()
def by_branch(s: Deal) -> None:
    if s.trump[other(s, s.turn)] == Card.ACE:
        return
    require(len(s.pile) > 0)
    s.turn = other(s, s.turn)


@action()
def looks_without_asking(s: Deal, k: Slot) -> None:
    require(not s.open[s.turn, k])
    s.open[s.turn, k] = s.hand[other(s, s.turn), k] == Card.ACE


mode = Mode("cards", state=Deal, players=Player)
