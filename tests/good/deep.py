"""Corners that nest: early returns in calls in loops, silence in a callee, parameters, scores, several players."""

from enum import auto
from typing import Annotated

from queensbench.language import (
    Instance,
    Kind,
    Lookup,
    Mode,
    Parameters,
    Range,
    Reading,
    Record,
    Rulings,
    Table,
    action,
    always,
    automatic,
    chance,
    clause,
    decider,
    holds,
    initial,
    never,
    over,
    parameter,
    require,
    rule,
    ruling,
    score,
    silent,
    span,
    wins,
)


class Who(Kind):
    ANN = auto()
    BOB = auto()
    CAT = auto()


class Late(Reading):
    FORGIVEN = "One may be late."
    COUNTED = "Who is late loses."
    IGNORED = "Nobody looks."


class Book(Rulings):
    late: Late = ruling(
        Late.COUNTED, question="And who is late?", clauses=("late.one",), hole="silent", why="nothing is said"
    )


class Deck(Parameters):
    bonus: int = parameter(1, lo=-2, hi=4, why="differs by edition")


r = Book()
d = Deck()
Row = Annotated[int, Range(0, 3)]
Low = Annotated[int, Range(-4, 6)]
Odd = Annotated[int, Range(-7, -3)]

GRID: Lookup[Who, int, int] = Lookup(
    {(w, k): (k * 3 - 4 if w != Who.BOB else -k) for w in Who for k in range(4)}
)
HALF: Lookup[int, bool] = Lookup({-1: True, 0: False, 1: True, 2: True})


class State(Record):
    who: Who
    a: Low
    b: Low
    odd: Odd
    flag: bool
    grid: Table[Who, Row, Low]
    up: Table[Who, Row, bool]
    next: Table[Who, Who]


@initial()
def start(s: State) -> None:
    for w in Who:
        for k in span(Row):
            s.grid[w, k] = d.bonus
        s.next[w] = Who.CAT if w == Who.ANN else Who.ANN
    s.a = min(d.bonus, 3)


@rule("late.one")
def first_above(s: State, w: Who, least: Low) -> Row:
    for k in span(Row):
        if s.grid[w, k] > least:
            if s.up[w, k] and r.late == Late.IGNORED:
                return 3 - k
            return k
    return 0


@rule()
def mark(s: State, w: Who) -> None:
    if s.up[w, 0]:
        return
    s.up[w, 0] = True
    if s.grid[w, 1] < 0:
        if r.late == Late.COUNTED:
            silent("who is late", "late.one")
        s.a = s.grid[w, 1] + 1
        return
    require(s.grid[w, 2] != 4)
    s.b = s.b - 1


@rule()
def after(s: State, w: Who, steps: Row) -> Who:
    found = w
    for k in range(3):
        if k < steps:
            found = s.next[found]
    return found


@action()
def marks_twice(s: State, w: Who) -> None:
    mark(s, w)
    s.flag = not s.flag
    mark(s, s.next[w])
    s.grid[w, 3] = s.a


@action()
def marks_all(s: State) -> None:
    for w in Who:
        if s.grid[w, 0] > 0 or s.flag:
            mark(s, w)
    s.who = after(s, s.who, 2)


@action()
def far_index(s: State, w: Who) -> None:
    s.grid[after(s, w, first_above(s, w, s.a)), first_above(s, s.who, s.b)] = GRID[
        s.who, first_above(s, w, 0)
    ]


@action()
def nested_places(s: State) -> None:
    s.a = s.grid[s.next[s.next[s.who]], first_above(s, s.next[s.who], s.grid[s.who, 3])]


@action()
def counted(s: State) -> None:
    s.a = sum(1 for w in Who for k in span(Row) if s.up[w, k] if s.grid[w, k] > s.grid[s.who, k]) - 2


@action()
def best_of_bests(s: State) -> None:
    s.b = max(min(s.grid[w, k] for k in span(Row) if s.up[w, k] or k == 0) for w in Who if w != s.who)


@action()
def best_or(s: State) -> None:
    s.b = min((s.grid[w, k] // 2 for w in Who for k in span(Row) if s.up[w, k]), default=s.a * 2)


@action()
def lazily(s: State) -> None:
    s.flag = all(any(HALF[s.grid[w, k]] for k in range(2)) or s.flag for w in Who)


@action()
def odd_numbers(s: State, by: Odd) -> None:
    s.odd = -(s.odd * by) % 5 - 7 + abs(by) // 7
    s.a += s.odd // 3 + s.b % 4


@action()
def products(s: State) -> None:
    require(s.a * s.b - s.grid[s.who, 0] * s.odd >= d.bonus or s.flag == s.up[s.who, 0])
    s.a = -s.a if s.flag != (s.b < s.a) else s.b - (s.a if s.a <= s.b else -1)


@action()
def swaps_cells(s: State, one: Who, two: Who) -> None:
    require(one != two or s.flag)
    s.grid[one, 0], s.grid[two, 0] = s.grid[two, 0], s.grid[one, 0]
    s.next[one], s.who = s.who, s.next[one]


@action()
def stores_while_reading(s: State) -> None:
    for k in span(Row):
        for w in Who:
            if s.grid[w, k] >= 5:
                return
            with clause("late.one"):
                s.grid[w, k] += d.bonus
            if s.up[w, k]:
                s.a = k - 4


@rule()
def chances(s: State, w: Who, k: Row) -> int:
    return max(s.grid[w, k] - s.a + d.bonus, 0)


@chance(weight=chances)
def falls(s: State, w: Who, k: Row) -> None:
    s.up[w, k] = not s.up[w, k]
    s.who = w


@automatic()
def levels(s: State) -> None:
    require(s.flag and s.up[s.who, 0])
    s.flag = False
    s.a -= 1


@automatic()
def turns(s: State) -> None:
    require(s.up[s.who, 0])
    s.up[s.who, 0] = False
    s.odd = s.odd - s.b


@over()
def ended(s: State) -> bool:
    return s.a == 6 or (s.b >= 5 and HALF[s.a])


@wins()
def won(s: State, w: Who) -> bool:
    return s.grid[w, 0] >= max(s.grid[x, 0] for x in Who if x != w)


@score()
def points(s: State, w: Who) -> int:
    return sum(GRID[w, k] for k in span(Row) if s.up[w, k]) * 2 - s.odd + d.bonus


@decider()
def choice(s: State) -> Who:
    return after(s, s.who, 1 if s.a > 0 else 2)


@always("ordered", expect=holds("It need not."))
def ordered(s: State, w: Who, k: Row) -> bool:
    return s.grid[w, k] <= s.a or not s.up[w, k] or HALF[s.b]


@never("all odd", expect=holds("It need not."))
def all_odd(s: State) -> bool:
    return all(s.grid[w, 0] % 2 == 1 for w in Who)


mode = Mode(
    "deep",
    state=State,
    rulings=r,
    parameters=d,
    players=Who,
    instances=(Instance("two", keep={Who: [Who.ANN, Who.CAT]}, parameters={"bonus": 3}),),
)
