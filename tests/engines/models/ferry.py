"""Two walkers and a ferry: every ruling changes one thing, of a kind of its own."""

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
    automatic,
    chance,
    decider,
    initial,
    over,
    require,
    rule,
    ruling,
    score,
    silent,
    wins,
)


class Side(Kind):
    EAST = auto()
    WEST = auto()


class Phase(Kind):
    CHOOSE = auto()
    TOSS = auto()


class Bridge(Reading):
    OPEN = "Who crosses the bridge is at the far bank at once, and whoever claims first wins."
    CLOSED = "Nobody crosses the bridge, and whoever claims first loses."


class Prize(Reading):
    FINDER = "The prize is the finder's."
    OTHER = "The prize is the other's."
    BOTH = "The prize is for both."


class Toll(Reading):
    PLAIN = "A coin counts one."
    DOUBLE = "A coin counts two."


class Coin(Reading):
    FAIR = "Both faces of the coin are as likely."
    ALSO_FAIR = "Both are twice as likely, which is the same."
    LOADED = "The coin falls on its face more often."


class Helm(Reading):
    ACTIVE = "Who is at turn chooses."
    OTHER = "The other chooses."


class End(Reading):
    CLAIM = "The game ends with a claim."
    RICH = "It also ends with two coins."


class Slip(Reading):
    STAYS = "Who comes to the third place stays there."
    SLIPS = "Who comes to the third place slips back by itself."


class Start(Reading):
    POOR = "The purse is empty at first."
    COIN = "A coin is in the purse at first."


class Hole(Reading):
    GOES_ON = "To beg with two coins changes nothing."
    SILENT = "The book does not say what it is to beg with two coins."


class Gift(Reading):
    ONE = "To beg brings a coin."
    MANY = "To beg brings three, more than the purse may hold."


class Ghost(Reading):
    SEEN = "With three coins a ghost is seen."
    UNSEEN = "With three coins no ghost is seen."


class Knock(Reading):
    ONCE = "Who is at the far bank knocks once."
    TWICE = "Who is at the far bank knocks twice."


class Book(Rulings):
    bridge: Bridge = ruling(Bridge.OPEN, question="a?", clauses=(), hole="silent", why="-")
    prize: Prize = ruling(Prize.FINDER, question="b?", clauses=(), hole="silent", why="-")
    toll: Toll = ruling(Toll.PLAIN, question="c?", clauses=(), hole="silent", why="-")
    coin: Coin = ruling(Coin.FAIR, question="d?", clauses=(), hole="silent", why="-")
    helm: Helm = ruling(Helm.ACTIVE, question="e?", clauses=(), hole="silent", why="-")
    end: End = ruling(End.CLAIM, question="f?", clauses=(), hole="silent", why="-")
    slip: Slip = ruling(Slip.STAYS, question="g?", clauses=(), hole="silent", why="-")
    start: Start = ruling(Start.POOR, question="h?", clauses=(), hole="silent", why="-")
    hole: Hole = ruling(Hole.GOES_ON, question="i?", clauses=(), hole="silent", why="-")
    gift: Gift = ruling(Gift.ONE, question="j?", clauses=(), hole="silent", why="-")
    ghost: Ghost = ruling(Ghost.SEEN, question="k?", clauses=(), hole="silent", why="-")
    knock: Knock = ruling(Knock.ONCE, question="l?", clauses=(), hole="silent", why="-")


r = Book()
Place = Annotated[int, Range(0, 3)]
Purse = Annotated[int, Range(0, 3)]
Face = Annotated[int, Range(0, 1)]


class State(Record):
    at: Place
    purse: Purse
    turn: Side
    phase: Phase
    claimed: bool


@initial()
def begin(s: State) -> None:
    s.at = 0
    s.purse = 1 if r.start == Start.COIN else 0
    s.turn = Side.EAST
    s.phase = Phase.CHOOSE
    s.claimed = False


@decider()
def whose(s: State) -> Side:
    if r.helm == Helm.OTHER and s.at == 1:
        return other(s.turn)
    return s.turn


@rule()
def other(p: Side) -> Side:
    return Side.WEST if p == Side.EAST else Side.EAST


@action()
def walk(s: State) -> None:
    require(s.phase == Phase.CHOOSE)
    require(s.at < 3)
    s.at += 1
    s.phase = Phase.TOSS


@action()
def cross(s: State) -> None:
    require(s.phase == Phase.CHOOSE)
    require(s.at == 0)
    require(r.bridge == Bridge.OPEN)
    s.at = 3
    s.turn = other(s.turn)


@action()
def beg(s: State) -> None:
    require(s.phase == Phase.CHOOSE)
    require(s.at < 3)
    if s.purse == 3:
        require(r.ghost == Ghost.SEEN)
    if s.purse == 2:
        if r.hole == Hole.SILENT:
            silent("what begging with two coins does", "beg.two")
        return
    s.purse += 1 if r.gift == Gift.ONE else 3


@action()
def claim(s: State) -> None:
    require(s.phase == Phase.CHOOSE)
    require(s.at == 3)
    if r.knock == Knock.ONCE:
        s.claimed = True
    else:
        s.claimed = True
    if r.bridge == Bridge.CLOSED:
        s.turn = other(s.turn)


@rule()
def weight(s: State, face: Face) -> int:
    if r.coin == Coin.LOADED and s.at == 2:
        return 1 + face
    return 2 if r.coin == Coin.ALSO_FAIR else 1


@chance(weight=weight)
def toss(s: State, face: Face) -> None:
    require(s.phase == Phase.TOSS)
    s.purse = min(2, s.purse + face)
    s.phase = Phase.CHOOSE
    s.turn = other(s.turn)


@automatic()
def slip(s: State) -> None:
    require(s.at == 3)
    require(s.phase == Phase.TOSS)
    require(r.slip == Slip.SLIPS)
    s.at = 2
    s.phase = Phase.CHOOSE


@over()
def ended(s: State) -> bool:
    return s.claimed or (s.purse == 2 and r.end == End.RICH)


@wins()
def won(s: State, p: Side) -> bool:
    return r.prize == Prize.BOTH or (p == s.turn) == (r.prize == Prize.FINDER)


@score()
def points(s: State, p: Side) -> int:
    if p != s.turn:
        return 0
    return s.purse if r.toll == Toll.PLAIN else 2 * s.purse


mode = Mode("game", state=State, rulings=r, players=Side, instances=(Instance("only", "there is one"),))
