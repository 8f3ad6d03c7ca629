"""What two readers could understand differently: each action holds one corner of the language."""

from enum import auto
from typing import Annotated

from queensbench.language import (
    Bound,
    Instance,
    Kind,
    Lookup,
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    Seq,
    Sizes,
    Table,
    action,
    automatic,
    chance,
    clause,
    initial,
    over,
    require,
    rule,
    ruling,
    silent,
    size,
    span,
    wins,
)


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()
    GOLD = auto()


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class Box(Sizes):
    faces: int = size(4)


class Tie(Reading):
    NOBODY = "Nobody wins a tie."
    BOTH = "Both win a tie."


class Book(Rulings):
    tie: Tie = ruling(
        Tie.NOBODY, question="Who wins a tie?", clauses=("end.tie",), hole="silent", why="nothing is said"
    )


n = Box()
r = Book()
Die = Annotated[int, Range(1, n.faces)]
Row = Annotated[int, Range(0, 2)]
Small = Annotated[int, Range(-3, 3)]
Pile = Annotated[Seq[Color], Bound(3)]

NEXT: Lookup[Color, Color] = Lookup(
    {Color.RED: Color.BLUE, Color.BLUE: Color.GREEN, Color.GREEN: Color.GOLD, Color.GOLD: Color.RED}
)
WORTH: Lookup[Color, int] = Lookup({Color.RED: 1, Color.GREEN: -2})
STEP = 5


class State(Record):
    turn: Side
    color: Color
    die: Die
    x: Small
    y: Small
    done: bool
    count: Table[Side, Row, Small]
    seen: Table[Color, bool]
    pile: Pile
    hands: Table[Side, Annotated[Seq[Color], Bound(2)]]


@initial()
def start(s: State) -> None:
    s.die = 2


@rule()
def other(side: Side) -> Side:
    return Side.RIGHT if side == Side.LEFT else Side.LEFT


@rule("low.clause")
def low(s: State, row: Row) -> bool:
    for side in Side:
        if s.count[side, row] < 0:
            return True
    return False


@rule()
def total(s: State) -> int:
    found = 0
    for side in Side:
        for row in span(Row):
            if s.count[side, row] > 0:
                found += s.count[side, row]
    return found


@rule()
def bump(s: State, row: Row, by: Small) -> None:
    require(by != 0)
    if s.done:
        return
    with clause("bump.add"):
        s.count[s.turn, row] += by


@action()
def swap(s: State) -> None:
    s.x, s.y = s.y, s.x


@action()
def swap_moving_index(s: State, row: Row) -> None:
    s.turn, s.count[s.turn, row] = other(s.turn), s.x


@action()
def floor(s: State) -> None:
    s.x = s.x // 2 - s.y % 2 + -s.x % 3


@action()
def chained(s: State) -> None:
    s.done = -1 < s.x <= s.y != 2


@action()
def lazy_and(s: State) -> None:
    s.done = (s.die < 3 and s.count[s.turn, s.die + 0] > 0) or s.die > 3


@action()
def lazy_conditional(s: State) -> None:
    s.x = s.count[s.turn, s.die + 0] if s.die < 3 else s.die - 4


@action()
def membership_is_eager(s: State) -> None:
    s.done = s.x in (0, s.count[s.turn, s.die + 0], 3)


@action()
def not_membership(s: State) -> None:
    s.done = s.color not in (Color.RED, NEXT[s.color], Color.GOLD)


@action()
def left_out_members(s: State) -> None:
    s.done = NEXT[s.color] == Color.GOLD or NEXT[s.color] == NEXT[Color.RED]


@action()
def next_of_left_out(s: State) -> None:
    s.done = NEXT[NEXT[s.color]] == Color.RED


@action()
def left_out_stored(s: State) -> None:
    s.color = NEXT[s.color]


@action()
def partial_lookup(s: State) -> None:
    s.x = WORTH[s.color]


@action()
def partial_lookup_unused(s: State) -> None:
    worth = WORTH[s.color]
    s.x = 1


@action()
def shadowing(s: State) -> None:
    step = s.die
    if step > STEP - 3:
        step = step - STEP
    s.x = step


@action()
def loops(s: State) -> None:
    last = 0
    for k in range(3, -1, -2):
        last = last * 2 + k
    for k in range(2):
        last += k
    s.x = last - 8


@action()
def nothing_to_loop(s: State) -> None:
    found = 3
    for k in range(2, 2):
        found = k
    s.x = found


@action()
def early_return(s: State) -> None:
    for row in span(Row):
        if s.count[s.turn, row] == s.x:
            s.y = row + 0
            return
        s.count[s.turn, row] = s.x
    s.done = True


@action()
def sums(s: State) -> None:
    s.x = sum(s.seen[c] for c in Color) - sum(1 for c in Color if s.seen[c] and c != s.color)


@action()
def least(s: State) -> None:
    s.x = min(s.count[p, k] for p in Side for k in span(Row) if s.count[p, k] > 0)


@action()
def least_or_none(s: State) -> None:
    s.x = max((s.count[p, k] for p in Side for k in span(Row) if s.seen[Color.RED]), default=-1)


@action()
def any_stops_early(s: State) -> None:
    s.done = any(k == s.x or s.count[s.turn, k + s.die] > 0 for k in range(3))


@action()
def all_of(s: State) -> None:
    s.done = all(s.seen[c] for c in Color if c != s.color) == s.done


@action()
def absolute(s: State) -> None:
    s.x = abs(s.x) - max(s.x, s.y, 0) + min(len(Color), len(s.pile))


@action()
def refused_late(s: State, row: Row, by: Small) -> None:
    s.turn = other(s.turn)
    bump(s, row, by)
    require(not low(s, row))
    s.done = total(s) > 2


@action()
def matched(s: State) -> None:
    match NEXT[s.color]:
        case Color.RED | Color.GOLD:
            s.x = 1
        case Color.BLUE:
            s.x = 2
        case _:
            return
    s.y = s.x


@action()
def matched_reading(s: State) -> None:
    match r.tie:
        case Tie.NOBODY:
            s.x = 0
        case Tie.BOTH:
            s.x = 2


@action()
def pushes(s: State, color: Color) -> None:
    s.pile.append(color)


@action()
def inserts(s: State, at: Small, color: Color) -> None:
    s.pile.insert(at, color)


@action()
def removes(s: State, at: Small) -> None:
    s.pile.remove_at(at)


@action()
def replaces_place(s: State, at: Small, color: Color) -> None:
    s.pile[at] = color


@action()
def clears(s: State) -> None:
    require(len(s.pile) > 1)
    s.pile.clear()


@action()
def deals(s: State, to: Side) -> None:
    s.hands[to].insert(0, s.pile[len(s.pile) - 1])
    s.pile.remove_at(len(s.pile) - 1)


@rule()
def longer(s: State) -> Side:
    return Side.LEFT if len(s.hands[Side.LEFT]) >= len(s.hands[Side.RIGHT]) else Side.RIGHT


@action()
def moves_the_index(s: State, color: Color) -> None:
    s.hands[longer(s)].append(color)
    s.hands[longer(s)].remove_at(0)


@action()
def takes_from_longer(s: State) -> None:
    s.hands[longer(s)].clear()


@action()
def reads_hand(s: State, at: Small) -> None:
    s.color = s.hands[s.turn][at]


@action()
def says_nothing(s: State) -> None:
    s.done = True
    if s.x > 2:
        s.y = 0
        silent("what three means", "three.means")
    s.y = 1


@rule()
def likely(s: State, row: Row) -> int:
    return max(s.count[s.turn, row], 0)


@chance(weight=likely)
def drawn(s: State, row: Row) -> None:
    s.x = row + 0


@automatic()
def runs_down(s: State) -> None:
    require(s.done and s.y > 0)
    s.y -= 1


@over()
def ended(s: State) -> bool:
    return s.x == 3 and s.y == 3


@wins()
def won(s: State, side: Side) -> bool:
    return s.turn == side or r.tie == Tie.BOTH


mode = Mode(
    "tricky",
    state=State,
    rulings=r,
    sizes=n,
    players=Side,
    instances=(
        Instance("two", keep={Color: [Color.RED, Color.BLUE]}),
        Instance("green", keep={Color: [Color.RED, Color.GREEN]}, sizes={"faces": 6}),
    ),
)
