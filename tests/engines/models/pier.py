"""A pier of two planks; whoever stops after the first, by one reading, stands there for ever."""

from typing import Annotated

from queensbench.language import (
    Instance,
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    action,
    initial,
    over,
    require,
    ruling,
)


class Plank(Reading):
    BOTH = "One may step on both planks."
    FIRST = "One may step on the first plank only."


class Asked(Rulings):
    plank: Plank = ruling(Plank.BOTH, question="Which?", clauses=("walk",), hole="two-way", why="As drawn.")


r = Asked()


class State(Record):
    at: Annotated[int, Range(0, 2)]


@initial()
def begin(s: State) -> None:
    s.at = 0


@action("walk")
def walk(s: State) -> None:
    require(s.at == 0 or r.plank == Plank.BOTH)
    s.at += 1


@over()
def ended(s: State) -> bool:
    return s.at == 2


mode = Mode("pier", state=State, rulings=r, full=Instance("small"))
