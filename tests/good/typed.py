"""What the type checker must accept, and, on the lines marked so, refuse."""

from enum import auto
from typing import Annotated

from queensbench.language import (
    Bound,
    Kind,
    Lookup,
    Mode,
    Range,
    Record,
    Seq,
    Table,
    action,
    initial,
    rule,
    span,
)


class Color(Kind):
    RED = auto()
    BLUE = auto()


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


Die = Annotated[int, Range(1, 6)]
WORTH: Lookup[Color, int] = Lookup({Color.RED: 1, Color.BLUE: 2})
GAIN: Lookup[Side, Color, int] = Lookup({(Side.LEFT, Color.RED): 1})


class State(Record):
    side: Side
    color: Color
    die: Die
    done: bool
    count: Table[Side, Color, Die]
    four: Table[Side, Color, Die, Side, bool]
    pile: Annotated[Seq[Color], Bound(3)]


@initial()
def start(s: State) -> None:
    s.side = Side.LEFT


@rule()
def other(side: Side) -> Side:
    return Side.RIGHT if side == Side.LEFT else Side.LEFT


@action()
def fine(s: State, color: Color) -> None:
    s.count[s.side, color] += WORTH[color]
    s.done = any(s.count[side, Color.RED] == k for side in Side for k in span(Die))
    s.four[s.side, color, 3, Side.LEFT] = s.color in (Color.RED, color)
    s.pile.append(color)
    s.die = GAIN[Side.LEFT, color] + len(s.pile) + sum(s.count[s.side, c] for c in Color)
    s.side = other(s.side)
    match s.side:
        case Side.LEFT:
            s.die = min(s.die, 2)
        case Side.RIGHT:
            s.color = s.pile[0]


mode = Mode("typed", state=State, players=Side)
