"""Generators inside generators: in tests, bodies, arguments, indices, weights, properties, and in what is inlined."""

from enum import auto
from typing import Annotated

from queensbench.language import (
    Bound,
    Instance,
    Kind,
    Mode,
    Range,
    Record,
    Seq,
    Table,
    action,
    always,
    chance,
    holds,
    initial,
    never,
    over,
    require,
    rule,
    score,
    span,
)


class Color(Kind):
    RED = auto()
    BLUE = auto()


I = Annotated[int, Range(0, 3)]
J = Annotated[int, Range(0, 2)]
Number = Annotated[int, Range(-20, 99)]


class State(Record):
    a: I
    b: J
    color: Color
    count: Number
    table: Table[I, J]
    pile: Annotated[Seq[Color], Bound(3)]


@initial()
def start(s: State) -> None:
    s.a = 1


@rule()
def near(s: State, k: I) -> int:
    return sum(1 for i in span(I) if any(s.table[i] == j and i == k for j in span(J)))


@rule()
def heavy(s: State, x: I) -> int:
    return sum(i + 1 for i in span(I) if any(j + i == x + 0 for j in span(J) if j != s.b))


@action()
def move(s: State, x: I, y: J) -> None:
    s.table[x] = y
    s.a = x
    s.b = y


@action()
def push(s: State, c: Color) -> None:
    require(len(s.pile) < 3)
    s.pile.append(c)
    s.color = c


@action()
def in_test(s: State) -> None:
    s.count = sum(1 for i in span(I) if any(s.a + 0 == i + 0 for j in span(J)))


@action()
def in_test_twice(s: State) -> None:
    s.count = sum(
        i + 10
        for i in span(I)
        if any(s.table[i] == j for j in span(J) if all(k + j != i + 0 for k in range(2)))
        if i + 0 != sum(1 for k in range(3) if k < s.b)
    )


@action()
def in_second_loop(s: State) -> None:
    s.count = sum(
        i * 3 + j for i in span(I) if any(k == i + 0 for k in range(3)) for j in span(J) if max(i, j) > s.b
    )


@action()
def in_body(s: State) -> None:
    s.count = sum(sum(i + j for j in span(J) if s.table[i] == j) for i in span(I) if i + 0 != s.a)


@action()
def in_argument(s: State) -> None:
    s.count = sum(
        near(s, max((i for i in span(I) if any(i + 0 == j for j in range(3) if j < k)), default=3))
        for k in span(I)
    )


@action()
def in_index(s: State) -> None:
    s.count = (
        s.table[min((i for i in span(I) if all(s.table[j] <= s.table[i] for j in span(I))), default=0)] + 0
    )


@action()
def in_default(s: State) -> None:
    s.count = max(
        (i + 0 for i in span(I) if any(s.table[i] > j for j in span(J))),
        default=-sum(1 for i in span(I) if any(s.b + 0 == i + j for j in span(J))),
    )


@action()
def in_condition(s: State) -> None:
    for i in span(I):
        if any(s.a == 3 - k for k in range(3) if any(s.b + 0 in (3, k + 0, i + 0) for j in range(2))):
            s.count = i + sum(k for k in span(I) if any(j == k + 0 for j in span(J)))


@action()
def in_match(s: State) -> None:
    match s.color:
        case Color.RED:
            s.count = sum(1 for i in span(I) if any(c == s.color for c in Color if i + 0 != s.a))
        case Color.BLUE:
            s.count = min((i + 0 for i in span(I) if any(s.table[i] == j for j in span(J))), default=-1)


@action()
def in_items(s: State) -> None:
    s.count = sum(
        1
        for c in Color
        if any(s.pile[i] == c for i in range(3) if i < len(s.pile))
        for i in range(3)
        if i < len(s.pile) and any(s.pile[j] == s.pile[i] for j in range(3) if j < i)
    )


@action()
def in_tuple(s: State) -> None:
    s.count, s.a = (
        sum(1 for i in span(I) if any(s.table[i] == j for j in span(J) if j + 0 != s.b)),
        min((i for i in span(I) if any(s.table[k] == 0 for k in span(I) if k + 0 >= i)), default=0),
    )


@chance(weight=heavy)
def draw(s: State, x: I) -> None:
    require(s.b == 2)
    s.a = x


@over()
def ended(s: State) -> bool:
    return any(
        i == 2 and all(s.pile[k] == c for k in range(3) if k < len(s.pile))
        for i in range(3)
        if i + 1 == len(s.pile)
        for c in Color
        if any(s.table[j] == i + 0 for j in span(I))
    )


@score()
def points(s: State) -> int:
    return sum(
        i - 7 for i in span(I) if any(s.table[i] == j + 0 for j in range(2) if all(k != j for k in range(1)))
    )


@always("one-is-a", holds("an index is a"))
def one_is_a(s: State) -> bool:
    return sum(1 for i in span(I) if any(s.a + 0 == i + 0 for j in span(J))) == 1


@never("two-are-a", holds("an index is a"))
def two_are_a(s: State) -> bool:
    return any(s.a + 0 == i + 0 for i in span(I) if any(s.a + 0 == k + 0 for k in span(I) if k + 0 > i + 0))


mode = Mode("nested", state=State, full=Instance("full", "the whole box", explore=True))
