"""Answers of rules that an expression uses more than once: the rule is asked once, and counts once."""

from typing import Annotated

from queensbench.language import Bound, Kind, Lookup, Mode, Range, Record, Seq, Table, action, initial, rule

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
    line: Table[Suit, Annotated[Seq[Pip], Bound(3)]]
    many: Table[Suit, Pip]


NEXT = Lookup({0: 1, 1: 2, 2: 0})


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


@action("once.append")
def append(s: Hand) -> None:
    s.line[suit_of(s, s.pip)].append(worth(s.pip))


@action("once.insert")
def insert(s: Hand) -> None:
    s.line[suit_of(s, s.pip)].insert(worth(s.pip) % 3, s.off)


@action("once.remove")
def remove(s: Hand) -> None:
    s.line[suit_of(s, s.pip)].remove_at(worth(s.pip) % 3)


@action("once.item")
def item(s: Hand) -> None:
    s.off = s.line[suit_of(s, s.pip)][worth(s.pip) % 3]


@action("once.length")
def length(s: Hand) -> None:
    s.off = len(s.line[suit_of(s, s.pip)])


@action("once.change")
def change(s: Hand) -> None:
    s.line[suit_of(s, s.pip)][worth(s.pip) % 3] = worth(s.off)


@action("once.more")
def more(s: Hand) -> None:
    s.many[suit_of(s, s.pip)] += worth(s.off) % 2


@action("once.longer")
def longer(s: Hand) -> None:
    s.line[suit_of(s, s.pip)][worth(s.pip) % 3] += 1


@action("once.next")
def following(s: Hand) -> None:
    s.off = NEXT[worth(s.pip) % 3]


mode = Mode("once", state=Hand)
