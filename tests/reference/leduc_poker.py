"""Leduc poker, from its rules.

The pack has a Jack, a Queen and a King in two suits.  Each of two players puts one chip in the pot and is dealt a card.
In a round of betting they act in turn, the first player first: to call is to put in as much as the other has, or
nothing if that is the same; to raise is to call and add two chips, or four in the second round; who has put in less may
fold.  A round has two raises at most, and ends when a raise, or the first call, is called.  Between the rounds a card is
turned up.  A pair with it wins, else the higher card; equal ranks share the pot.
"""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Bound,
    Instance,
    Kind,
    Lookup,
    Mode,
    Range,
    Record,
    Seq,
    Table,
    action,
    chance,
    decider,
    initial,
    over,
    owner,
    require,
    rule,
    score,
    wins,
)


class Player(Kind):
    FIRST = auto()
    SECOND = auto()


class Card(Kind):
    NONE = auto()
    JACK_1 = auto()
    JACK_2 = auto()
    QUEEN_1 = auto()
    QUEEN_2 = auto()
    KING_1 = auto()
    KING_2 = auto()


class Act(Kind):
    FOLD = auto()
    CALL = auto()
    RAISE = auto()


RANK: Lookup[Card, int] = Lookup(
    {
        Card.NONE: 0,
        Card.JACK_1: 1,
        Card.JACK_2: 1,
        Card.QUEEN_1: 2,
        Card.QUEEN_2: 2,
        Card.KING_1: 3,
        Card.KING_2: 3,
    }
)
OTHER: Lookup[Player, Player] = Lookup({Player.FIRST: Player.SECOND, Player.SECOND: Player.FIRST})
Chips = Annotated[int, Range(1, 13)]


class Game(Record):
    """``public``: NONE until it is turned up.  ``before``, ``acts``: what was done in the first round, in this one."""

    card: Annotated[Table[Player, Card], owner()]
    dealt: Table[Player, bool]
    public: Card
    paid: Table[Player, Chips]
    before: Annotated[Seq[Act], Bound(4)]
    acts: Annotated[Seq[Act], Bound(4)]


@initial()
def antes(s: Game) -> None:
    s.public = Card.NONE
    for p in Player:
        s.card[p] = Card.NONE
        s.paid[p] = 1


@rule()
def copies(s: Game, card: Card) -> int:
    """Whether the card is still in the pack."""
    return 0 if card == Card.NONE or any(s.card[p] == card for p in Player) else 1


@rule()
def raises(s: Game) -> int:
    return sum(1 for k in range(4) if k < len(s.acts) and s.acts[k] == Act.RAISE)


@rule()
def last_is(s: Game, what: Act) -> bool:
    return len(s.acts) > 0 and s.acts[len(s.acts) - 1] == what


@rule()
def round_is_done(s: Game) -> bool:
    """Called, and not by the first act of the round."""
    return len(s.acts) >= 2 and last_is(s, Act.CALL)


@chance(weight=copies)
def deal(s: Game, card: Card) -> None:
    require(not all(s.dealt[p] for p in Player))
    p = Player.SECOND if s.dealt[Player.FIRST] else Player.FIRST
    s.card[p] = card
    s.dealt[p] = True


@chance(weight=copies)
def turn_up(s: Game, card: Card) -> None:
    require(s.public == Card.NONE and round_is_done(s))
    s.public = card
    for k in range(4):
        if k < len(s.acts):
            s.before.append(s.acts[k])
    s.acts.clear()


@decider()
def to_act(s: Game) -> Player:
    return Player.FIRST if len(s.acts) in (0, 2, 4) else Player.SECOND


@action()
def act(s: Game, what: Act) -> None:
    require(all(s.dealt[p] for p in Player))
    require(not (s.public == Card.NONE and round_is_done(s)))
    p = to_act(s)
    q = OTHER[p]
    if what == Act.FOLD:
        require(s.paid[p] < s.paid[q])
    else:
        if what == Act.RAISE:
            require(raises(s) < 2)
        s.paid[p] = s.paid[q]
        if what == Act.RAISE:
            s.paid[p] += 2 if s.public == Card.NONE else 4
    s.acts.append(what)


@over()
def settled(s: Game) -> bool:
    return last_is(s, Act.FOLD) or (s.public != Card.NONE and round_is_done(s))


@rule()
def worth(s: Game, p: Player) -> int:
    """A pair is worth more than any card."""
    return RANK[s.card[p]] + (3 if RANK[s.card[p]] == RANK[s.public] else 0)


@score()
def won(s: Game, p: Player) -> int:
    """The chips that the player has won, or lost."""
    if last_is(s, Act.FOLD):
        return -s.paid[p] if to_act(s) == OTHER[p] else s.paid[OTHER[p]]
    if worth(s, p) == worth(s, OTHER[p]):
        return 0
    return s.paid[OTHER[p]] if worth(s, p) > worth(s, OTHER[p]) else -s.paid[p]


@wins()
def has_won(s: Game, p: Player) -> bool:
    return won(s, p) > 0


mode = Mode(
    "leduc-poker", state=Game, players=Player, full=Instance("full", "six cards, two players", explore=True)
)
