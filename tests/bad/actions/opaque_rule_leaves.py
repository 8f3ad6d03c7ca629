"""Proofs have to look inside an opaque rule in which a value could leave its range."""

from typing import Annotated

from queensbench.language import Instance, Mode, Range, Record, action, initial, require, rule

Few = Annotated[int, Range(0, 3)]


class Purse(Record):
    coins: Few


@initial()
def fill(s: Purse) -> None:
    s.coins = 3


@rule()
def enough(coins: Few) -> bool:
    return coins > 1


@rule(opaque=True)
def rich(s: Purse) -> bool:
    return enough(s.coins + 1)


@action()
def pay(s: Purse) -> None:
    require(rich(s))
    s.coins -= 1


mode = Mode("purse", state=Purse, full=Instance("full", "three coins"))
