"""A race of two to the end of a track: chance with weights, a ruling, a silence, winners, scores.

One move has the name of a method of Hypothesis's state machines.
"""

from enum import auto
from typing import Annotated

from queensbench.language import (
    Kind,
    Lookup,
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    Table,
    action,
    always,
    automatic,
    chance,
    fails,
    holds,
    initial,
    never,
    over,
    reachable,
    require,
    rule,
    ruling,
    score,
    silent,
    wins,
)


class Overshoot(Reading):
    STAY = "Who cannot use all pips stays."
    BOUNCE = "Pips beyond the end are walked back."


class RaceRulings(Rulings):
    overshoot: Overshoot = ruling(
        Overshoot.STAY,
        question="What happens to pips beyond the end?",
        clauses=("walk.beyond",),
        hole="silent",
        why="Nothing speaks of walking back.",
    )


r = RaceRulings()


class Runner(Kind):
    ANN = auto()
    BEN = auto()


OTHER: Lookup[Runner, Runner] = Lookup({Runner.ANN: Runner.BEN, Runner.BEN: Runner.ANN})
Place = Annotated[int, Range(0, 5)]
Pips = Annotated[int, Range(0, 3)]


class Track(Record):
    turn: Runner
    at: Table[Runner, Place]
    pips: Pips
    tired: bool


@initial()
def line_up(s: Track) -> None:
    s.turn = Runner.ANN


@rule()
def weight_of(s: Track, face: Pips) -> int:
    return face


@chance(weight=weight_of)
def throw(s: Track, face: Pips) -> None:
    require(s.pips == 0)
    s.pips = face


@action()
def run(s: Track, who: Runner, by: Pips) -> None:
    require(who == s.turn)
    require(0 < by <= s.pips)
    goal = s.at[who] + by
    if goal <= 5:
        s.at[who] = goal
    elif r.overshoot == Overshoot.BOUNCE:
        s.at[who] = 10 - goal
    s.tired = True


@action()
def bundle(s: Track) -> None:
    """To carry the other's things: nothing says how far that goes."""
    require(s.pips == 3)
    require(s.at[s.turn] == s.at[OTHER[s.turn]])
    if s.at[s.turn] == 4:
        silent("how far one walks who carries", "walk.carry")
    s.tired = True


@automatic()
def rest(s: Track) -> None:
    require(s.tired)
    s.tired = False
    s.pips = 0
    s.turn = OTHER[s.turn]


@over()
def arrived(s: Track) -> bool:
    return any(s.at[p] == 5 for p in Runner)


@wins()
def first(s: Track, p: Runner) -> bool:
    return s.at[p] == 5


@score()
def distance(s: Track, p: Runner) -> int:
    return s.at[p]


@always("rested", holds("Whoever is tired rests before anything else happens, unless the race is over."))
def rested(s: Track) -> bool:
    return not s.tired or any(s.at[p] == 5 for p in Runner)


@never("both.arrive", holds("The first to arrive ends the race."))
def both_arrive(s: Track) -> bool:
    return all(s.at[p] == 5 for p in Runner)


@always("together", fails("A runner gets ahead.", blame=("gap: a race",)))
def together(s: Track) -> bool:
    return s.at[Runner.ANN] == s.at[Runner.BEN]


@never("back", fails("Only by the other reading.", blame=("overshoot",)))
def pushed_far(s: Track, p: Runner) -> bool:
    return s.at[p] == 4 and s.at[OTHER[p]] == 4


@reachable("end", holds("Somebody arrives."))
def end(s: Track) -> bool:
    return any(s.at[p] == 5 for p in Runner)


mode = Mode("race", state=Track, rulings=r, players=Runner)
