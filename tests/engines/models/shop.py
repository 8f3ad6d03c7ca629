"""A shop with a door: each claim needs blocks that can be named by hand, and one block is needed by none."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Mode,
    Range,
    Record,
    action,
    always,
    clause,
    holds,
    initial,
    never,
    over,
    require,
    rule,
)

Coins = Annotated[int, Range(0, 3)]


class Shop(Record):
    purse: Coins
    till: Coins
    paid: bool
    door: bool
    noted: bool
    shut: bool


@initial("shop.start")
def opening(s: Shop) -> None:
    s.purse = 3


@action("shop.pay")
def pay(s: Shop) -> None:
    require(not s.paid and s.purse > 0)
    with clause("shop.out"):
        s.purse -= 1
    with clause("shop.in"):
        s.till += 1
    s.paid = True


@rule("shop.may_leave")
def may_leave(s: Shop) -> bool:
    return s.paid


@action("shop.door")
def leave(s: Shop) -> None:
    require(may_leave(s))
    s.door = True


@action("shop.note")
def note(s: Shop) -> None:
    s.noted = s.shut


@action("shop.shut")
def shut(s: Shop) -> None:
    s.shut = True


@over("shop.closed")
def closed(s: Shop) -> bool:
    return s.shut


@always("coins", holds("They change hands."))
def coins(s: Shop) -> bool:
    return s.purse + s.till == 3


@always("nobody-leaves-early", holds("The door asks."))
def nobody_leaves_early(s: Shop) -> bool:
    return not s.door or s.paid


@never("noted", holds("Nothing happens in a shop that is shut."))
def noted(s: Shop) -> bool:
    return s.noted


@never("three-in-the-till", holds("One pays once; not shown by one step."))
def three(s: Shop) -> bool:
    return s.till == 3


mode = Mode("shop", state=Shop)
