"""The pile beside the shelf, and the end of the game, in a module of their own."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import Bound, Range, Record, Seq, Sizes, rule, size


class Box(Sizes):
    """The box."""

    books: int = size(3, lo=1, hi=9)


n = Box()
Book = Annotated[int, Range(1, n.books)]


class Pile(Record):
    """The pile."""

    pile: Annotated[Seq[Book], Bound(n.books)]
    done: bool


@rule()
def close(s: Pile) -> None:
    """Once the pile is empty, it is over."""
    s.done = len(s.pile) == 0
