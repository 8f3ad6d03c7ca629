"""A lottery with a ruling: by one reading a rare ticket tells, and by another the rules lead out of a range."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    chance,
    holds,
    initial,
    never,
    over,
    require,
    ruling,
)


class Prize(Reading):
    """What a ticket brings."""

    NOTHING = "Nothing."
    SOMETHING = "Something."
    TOO_MUCH = "More than there is."


class Asked(Rulings):
    prize: Prize = ruling(
        Prize.NOTHING,
        question="What does a ticket bring?",
        clauses=("lottery.ticket",),
        hole="silent",
        why="It is cheap.",
        reasons={Prize.SOMETHING: "It is no gift.", Prize.TOO_MUCH: "It is a gift."},
    )


r = Asked()


class Booth(Record):
    drawn: Annotated[int, Range(0, 400)]
    brought: Annotated[int, Range(0, 3)]


@initial()
def opened(s: Booth) -> None:
    s.drawn = 0


@chance()
def draw(s: Booth, ticket: Annotated[int, Range(1, 400)]) -> None:
    require(s.drawn == 0)
    s.drawn = ticket + 0
    if r.prize == Prize.SOMETHING:
        s.brought = 1
    if r.prize == Prize.TOO_MUCH:
        s.brought = s.drawn + 0


@over()
def closed(s: Booth) -> bool:
    return s.drawn > 0


@never("last-ticket-brings-two", holds("It brings one."))
def last_ticket_brings_two(s: Booth) -> bool:
    return s.drawn > 397 and s.brought == 2


@never("nothing-comes", holds("Nothing does. This forgets that there is another reading."))
def nothing_comes(s: Booth) -> bool:
    return s.brought > 0


mode = Mode("lottery", state=Booth, rulings=r)
