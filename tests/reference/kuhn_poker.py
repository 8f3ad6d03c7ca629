"""Kuhn poker, from its rules.

Each of two players is dealt one of three cards, Jack, Queen or King, and puts one chip in the pot.  They act in
turn: to bet adds a chip, to pass adds none.  After a bet the other player bets as well, or passes and so gives up
the pot; two passes or two bets end the game, and the higher card wins the pot.

The cards are dealt one after the other, and what has been done is kept in order, so that no two histories come to
the same state.
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
    JACK = auto()
    QUEEN = auto()
    KING = auto()


class Act(Kind):
    PASS = auto()
    BET = auto()


RANK: Lookup[Card, int] = Lookup({Card.NONE: 0, Card.JACK: 1, Card.QUEEN: 2, Card.KING: 3})
OTHER: Lookup[Player, Player] = Lookup({Player.FIRST: Player.SECOND, Player.SECOND: Player.FIRST})


class Game(Record):
    """``card``: NONE before the deal.  ``acts``: what has been done, the first player's act first."""

    card: Annotated[Table[Player, Card], owner()]
    dealt: Table[Player, bool]
    acts: Annotated[Seq[Act], Bound(3)]


@initial()
def nothing_dealt(s: Game) -> None:
    for p in Player:
        s.card[p] = Card.NONE


@rule()
def copies(s: Game, card: Card) -> int:
    """How many cards of that name are still in the pack."""
    return 0 if card == Card.NONE or any(s.card[p] == card for p in Player) else 1


@chance(weight=copies)
def deal(s: Game, card: Card) -> None:
    require(not all(s.dealt[p] for p in Player))
    p = Player.SECOND if s.dealt[Player.FIRST] else Player.FIRST
    s.card[p] = card
    s.dealt[p] = True


@decider()
def to_act(s: Game) -> Player:
    return Player.FIRST if len(s.acts) in (0, 2) else Player.SECOND


@action()
def act(s: Game, what: Act) -> None:
    require(all(s.dealt[p] for p in Player))
    s.acts.append(what)


@over()
def settled(s: Game) -> bool:
    """Two acts alike, or a bet that was answered."""
    return len(s.acts) == 3 or (len(s.acts) == 2 and (s.acts[0] == s.acts[1] or s.acts[0] == Act.BET))


@rule()
def gave_up(s: Game, p: Player) -> bool:
    """The last act was the player's pass in answer to a bet."""
    last = len(s.acts) - 1
    return s.acts[last] == Act.PASS and s.acts[last - 1] == Act.BET and to_act(s) != p


@wins()
def takes_the_pot(s: Game, p: Player) -> bool:
    if any(gave_up(s, q) for q in Player):
        return gave_up(s, OTHER[p])
    return RANK[s.card[p]] > RANK[s.card[OTHER[p]]]


@score()
def won(s: Game, p: Player) -> int:
    """The chips that the player has won, or lost."""
    last = len(s.acts) - 1
    stake = 2 if s.acts[last] == Act.BET and s.acts[last - 1] == Act.BET else 1
    return stake if takes_the_pot(s, p) else -stake


mode = Mode(
    "kuhn-poker", state=Game, players=Player, full=Instance("full", "three cards, two players", explore=True)
)
