"""Draws with large weights, with weights that are too large, with none, and an end that costs very much."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Instance,
    Mode,
    Range,
    Record,
    action,
    chance,
    initial,
    over,
    require,
    rule,
    score,
)

Face = Annotated[int, Range(1, 60)]
Shown = Annotated[int, Range(0, 60)]


class Draw(Record):
    shown: Shown


class Large(Draw):
    """The last of sixty faces is twice as likely as each other; together they weigh more than 64 bits hold."""


class Apart(Draw):
    """One face weighs 1, another 2**32, all others nothing."""


class TooLarge(Draw):
    """Sixty weights without a common divisor, of 2**60 nearly each."""


class Weightless(Draw):
    """After a move, no face has a weight."""

    on: bool


class Debt(Record):
    """Three moves, and a score below any status."""

    n: Annotated[int, Range(0, 3)]


@initial()
def start(s: Draw) -> None:
    s.shown = 0


@rule()
def heavy(s: Large, x: Face) -> int:
    return (1 + x // 60) * 2_000_000_000 * 250_000_000


@chance(weight=heavy)
def draw(s: Large, x: Face) -> None:
    require(s.shown == 0)
    s.shown = x + 0


@rule()
def apart(s: Apart, x: Face) -> int:
    return 1 if x == 1 else 65_536 * 65_536 if x == 60 else 0


@chance(weight=apart)
def draw_apart(s: Apart, x: Face) -> None:
    require(s.shown == 0)
    s.shown = x + 0


@rule()
def most(s: TooLarge, x: Face) -> int:
    return 1_152_921_504_606_846_976 - x


@chance(weight=most)
def draw_most(s: TooLarge, x: Face) -> None:
    require(s.shown == 0)
    s.shown = x + 0


@action()
def turn_on(s: Weightless) -> None:
    require(not s.on)
    s.on = True


@rule()
def nothing(s: Weightless, x: Face) -> int:
    return 0 * x


@chance(weight=nothing)
def draw_nothing(s: Weightless, x: Face) -> None:
    require(s.shown == 0 and s.on)
    s.shown = x + 0


@over()
def drawn(s: Draw) -> bool:
    return s.shown > 0


@score()
def last(s: Draw) -> int:
    return 1 if s.shown == 60 else 0


@initial()
def at_nought(s: Debt) -> None:
    s.n = 0


@action()
def borrow(s: Debt) -> None:
    require(s.n < 3)
    s.n += 1


@over()
def broke(s: Debt) -> bool:
    return s.n == 3


@score()
def debt(s: Debt) -> int:
    return -4_096 * 2_147_483_647 - 4_096 - s.n + 2


FULL = Instance("full", "all of it", explore=True)
large = Mode("large", state=Large, full=FULL)
apart_mode = Mode("apart", state=Apart, full=FULL)
too_large = Mode("too-large", state=TooLarge, full=FULL)
weightless = Mode("weightless", state=Weightless, full=FULL)
in_debt = Mode("debt", state=Debt, full=FULL)
