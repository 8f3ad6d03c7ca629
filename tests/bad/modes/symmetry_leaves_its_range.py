"""A symmetry permutes the values of a range, and no others."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, Symmetry, action, initial

Spot = Annotated[int, Range(-3, 3)]


class State(Record):
    spot: Spot


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.spot = 0


mode = Mode("bad", state=State, symmetries=(Symmetry("turn", generators=({Spot: [7, 8, 9]},)),))
