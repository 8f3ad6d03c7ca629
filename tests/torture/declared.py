"""A race up a stair in which everything is declared that can be, with every option."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import (
    Bound,
    Class,
    Instance,
    Kind,
    Lookup,
    Mode,
    Parameters,
    Range,
    Reading,
    Record,
    Rulings,
    Seq,
    Sizes,
    Symmetry,
    Table,
    action,
    always,
    automatic,
    bounds,
    can_always,
    can_reach,
    chance,
    clause,
    decider,
    ends,
    fails,
    hidden,
    holds,
    initial,
    named,
    never,
    over,
    owner,
    parameter,
    partners,
    public,
    reachable,
    require,
    rule,
    ruling,
    score,
    silent,
    size,
    span,
    states,
    step,
    unknown,
    wins,
)


class Stair(Sizes):
    steps: int = size(6, lo=2, hi=20)


class Luck(Parameters):
    bonus: int = parameter(1, lo=0, hi=2, why="as printed")


n = Stair()
level = Luck()
Step = Annotated[int, Range(0, n.steps + 3)]
Eye = Annotated[int, Range(1, 2, label={1: "one", 2: "two"})]


class Tie(Reading):
    NOBODY = "Nobody wins."
    BOTH = "Both win."


class Book(Rulings):
    tie: Tie = ruling(
        Tie.NOBODY,
        question="Who wins where both are up?",
        clauses=("end.up",),
        hole="two-way",
        why="Nobody was there first.",
        reasons={Tie.NOBODY: "Nobody was first.", Tie.BOTH: "Both are up."},
        speaks={Tie.BOTH: ("end.up",)},
        documents={},
        errata={Tie.NOBODY: "Nobody wins a tie."},
        found="encoding",
        modes=("race",),
    )


r = Book()


class Player(Kind):
    RED = auto()
    BLUE = auto()


OTHER: Lookup[Player, Player] = Lookup({Player.RED: Player.BLUE, Player.BLUE: Player.RED})


class Race(Record):
    at: Table[Player, Step]
    turn: Player
    rolls: Annotated[Seq[Eye], Bound(2)]
    shown: Table[Player, bool]
    hand: Annotated[Table[Player, Eye], owner(shown="shown")]
    shared: Annotated[Table[Player, bool], partners(shown="shown")]
    pile: Annotated[bool, hidden()]
    told: Annotated[bool, public()]
    falling: bool


@initial("turn.first")
def begin(s: Race) -> None:
    s.turn = Player.RED


@automatic("turn.told")
def tell(s: Race) -> None:
    require(not s.told)
    s.told = True


@rule("end.up")
def up(s: Race, p: Player) -> bool:
    return s.at[p] >= n.steps


@decider()
def whose(s: Race) -> Player:
    return s.turn


@action("turn.step", decider=whose)
def go(s: Race) -> None:
    require(not s.falling)
    with clause("turn.step"):
        s.at[s.turn] = min(s.at[s.turn] + level.bonus, n.steps)
    states("turn.order")
    s.turn = OTHER[s.turn]


@action("turn.roll")
def roll(s: Race) -> None:
    require(not s.falling)
    s.falling = True


@rule("turn.roll", opaque=False)
def pips(s: Race, eye: Eye) -> int:
    return 1


@chance("turn.roll", weight=pips)
def fall(s: Race, eye: Eye) -> None:
    require(s.falling)
    s.falling = False
    if s.at[s.turn] + eye > n.steps:
        silent("what a roll does that leads beyond the stair", "turn.roll")
    s.at[s.turn] = min(s.at[s.turn] + eye, n.steps)
    s.turn = OTHER[s.turn]


@over("end.up")
def ended(s: Race) -> bool:
    return any(up(s, p) for p in Player)


@wins("end.up")
def won(s: Race, p: Player) -> bool:
    if r.tie == Tie.NOBODY and up(s, OTHER[p]):
        return False
    return up(s, p)


@score()
def height(s: Race, p: Player) -> int:
    return s.at[p]


@always(
    "on.the_stair",
    holds("Nobody is beyond it.", at_least=Class.SAMPLED),
    clauses=("turn.step",),
    instances=("six", "full"),
    on={"full": holds("Nor there.")},
    under={Tie.BOTH: holds("A tie moves nobody.")},
)
def on_the_stair(s: Race, p: Player) -> bool:
    return s.at[p] <= n.steps


@never("both.up", holds("The first ends it."), clauses=("end.up",), instances=("six",))
def both_up(s: Race) -> bool:
    return all(up(s, p) for p in Player)


@reachable(
    "blue.up",
    holds("Blue can win."),
    clauses=("end.up",),
    instances=("six",),
    plays={"race/six": "go; go; go; go; go; go; go; go"},
)
def blue_up(s: Race) -> bool:
    return up(s, Player.BLUE)


@step("never.back", holds("Nobody goes down."), clauses=("turn.step",), instances=("six",))
def never_back(s: Race, was: Race, p: Player) -> bool:
    return s.at[p] >= was.at[p]


@reachable(
    "red.stays",
    fails("Red always moves.", blame=("tie",), despite="Nothing to do with it."),
    instances=("six",),
)
def red_stays(s: Race) -> bool:
    return s.at[Player.RED] > n.steps


@always("who.knows", unknown("Nobody asks."), instances=("six",))
def who_knows(s: Race) -> bool:
    return not s.told


can_always(
    "end.can_come",
    Race,
    holds("By steps."),
    module=__name__,
    against=("chance",),
    instances=("six",),
    clauses=("end.up",),
)
can_reach(
    "blue.can_win",
    Race,
    holds("With help."),
    target="blue.up",
    since="blue.up",
    against=("chance",),
    module=__name__,
    instances=("six",),
)
ends(
    "it.ends",
    Race,
    holds("Somebody gets there."),
    module=__name__,
    against=("players", "chance"),
    sure=True,
    instances=("six",),
)
bounds("heights", Race, holds("On the stair."), module=__name__, least=1, greatest=3, instances=("six",))

six = Instance(
    "six",
    "a stair of three",
    sizes={"steps": 3},
    keep={Player: (Player.RED, Player.BLUE)},
    parameters={"bonus": 1},
    explore=True,
    budget=1_000,
    compare=True,
    unproved="It is small.",
    states=100,
)
swap = Symmetry(
    "swap", generators=({Player: (Player.BLUE, Player.RED)},), full=(Player,), why="alike", instances=("six",)
)


def drawn(s: Race) -> str:
    return f"{named(s.turn)} {named(s.hand[s.turn], Eye)} {list(span(Eye))}"


mode = Mode(
    "race",
    state=Race,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=(six,),
    symmetries=(swap,),
    without=(),
    draw=drawn,
    why="It is a race.",
)
