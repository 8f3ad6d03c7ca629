"""Opaque is for rules that answer yes or no and change nothing."""

from typing import Annotated

from queensbench.language import Instance, Mode, Range, Record, action, initial, rule


class Coin(Record):
    side: Annotated[int, Range(0, 1)]


@initial()
def lay(s: Coin) -> None:
    s.side = 0


@rule(opaque=True)
def flip(s: Coin) -> None:
    s.side = 1 - s.side


@rule(opaque=True)
def worth(s: Coin) -> int:
    return s.side + 1


@action()
def turn(s: Coin) -> None:
    flip(s)
    s.side = worth(s) - 1


mode = Mode("coin", state=Coin, full=Instance("full", "one coin"))
