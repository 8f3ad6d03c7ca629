"""Answers of rules that an expression uses more than once: the rule is asked once, and counts once."""

from typing import Annotated

from queensbench.language import Kind, Mode, Range, Record, action, initial, rule

Pip = Annotated[int, Range(0, 9)]


class Suit(Kind):
    """Two suits."""

    ROSE = "Rose"
    LILY = "Lily"


class Hand(Record):
    """A card, and what was found of it."""

    pip: Pip
    suit: Suit
    found: bool
    off: Pip


@initial()
def begin(s: Hand) -> None:
    s.pip = 0


@rule("once.worth")
def worth(pip: Pip) -> Pip:
    return (pip + 3) % 10


@rule("once.suit")
def suit_of(s: Hand, pip: Pip) -> Suit:
    return s.suit if pip > 4 else Suit.LILY


@action("once.turn")
def turn(s: Hand, pip: Pip, suit: Suit) -> None:
    s.pip = pip
    s.suit = suit


@action("once.member")
def member(s: Hand) -> None:
    s.found = worth(s.pip) in (5, 2, worth(2), s.off)


@action("once.strange")
def strange(s: Hand) -> None:
    s.found = s.suit not in (Suit.ROSE, suit_of(s, 9))


@action("once.between")
def between(s: Hand) -> None:
    s.found = s.off <= worth(s.pip) < s.pip


@action("once.apart")
def apart(s: Hand) -> None:
    s.off = abs(worth(s.pip) - s.pip)


mode = Mode("once", state=Hand)
