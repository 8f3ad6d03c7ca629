"""A shelf, whose books are taken and laid back: every change of a sequence, and rules of other modules and modes."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench import language as q
from queensbench.language import Bound, Kind, Lookup, Mode, Range, Seq, Table, action, over, rule
from tests.rules import shelf_end
from tests.rules.shelf_end import Book, n

Held = Annotated[int, Range(0, n.books)]
Place = Annotated[int, Range(0, n.books)]


class Side(Kind):
    """Two shelves."""

    LEFT = auto()
    RIGHT = auto()


OTHER: Lookup[Side, Side] = Lookup({Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT})


class State(shelf_end.Pile):
    """Two shelves, a pile and a book in hand."""

    shelf: Table[Side, Annotated[Seq[Book], Bound(n.books)]]
    held: Held
    last: Held


@q.initial()
def start(s: State) -> None:
    """All books stand on the left."""
    for book in range(1, n.books + 1):
        s.shelf[Side.LEFT].append(book)


@rule()
def rest(s: State) -> None:
    """Nothing more happens."""
    return


@action()
def take(s: State, place: Place) -> None:
    """A book is taken."""
    q.require(place < len(s.shelf[Side.LEFT]))
    q.require(s.held == 0)
    s.held = s.shelf[Side.LEFT][place] + 0
    s.shelf[Side.LEFT].remove_at(place)
    rest(s)


@action()
def lay(s: State, place: Place) -> None:
    """It is laid back."""
    q.require(s.held > 0)
    q.require(place <= len(s.shelf[Side.RIGHT]))
    s.shelf[Side.RIGHT].insert(place, max(s.held, 1))
    s.held = 0


@action()
def pile_up(s: State) -> None:
    """It is laid on the pile."""
    q.require(s.held > 0)
    s.pile.append(max(s.held, 1))
    s.held = 0


@action()
def clear_away(s: State) -> None:
    """The pile is taken away."""
    q.require(len(s.pile) > 1)
    s.last = s.pile[0] + 0
    s.pile.clear()
    shelf_end.close(s)


@action()
def push(s: State, side: Side) -> None:
    """What lies there is swept up or pushed on, and the hand is free."""
    match side:
        case Side.LEFT:
            s.pile.clear()
        case Side.RIGHT:
            s.last = s.held + 0
    s.held = 0


@action()
def count(s: State) -> None:
    """The shelves are counted, one after the other."""
    for side in Side:
        s.last = len(s.shelf[side])


@over()
def ended(s: State) -> bool:
    """It is over."""
    return s.done


class Restless(State):
    """The left shelf falls down whenever a book is taken."""

    moves: Held


@rule(replaces=rest)
def fall(s: Restless) -> None:
    """Down they come."""
    s.shelf[Side.LEFT].clear()


plain = Mode("plain", state=State, sizes=n)
restless = Mode("restless", state=Restless, sizes=n)
