"""A pouch from which coins are paid as long as an opaque rule says that there are enough."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import Instance, Mode, Range, Record, action, always, holds, initial, require, rule

Few = Annotated[int, Range(0, 3)]


class Pouch(Record):
    coins: Few


@initial()
def fill(s: Pouch) -> None:
    s.coins = 3


@rule()
def enough(coins: Few) -> bool:
    return coins > 1


@rule(opaque=True)
def rich(s: Pouch) -> bool:
    """Whether a coin more, of three, would be enough."""
    return enough(min(s.coins + 1, 3))


@action()
def pay(s: Pouch) -> None:
    require(rich(s))
    s.coins -= 1


@always("a-coin", holds("There never are more than three coins."))
def a_coin(s: Pouch) -> bool:
    return s.coins <= 3


mode = Mode("pouch", state=Pouch, full=Instance("full", "three coins"))
