"""A gate: its requirement stands above the action that comes to it last."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, chance, initial, over, require, rule

Number = Annotated[int, Range(0, 2)]


class State(Record):
    through: bool


@initial()
def begin(s: State) -> None:
    s.through = False


@rule()
def opened(s: State, number: Number) -> None:
    require(number > 2)
    s.through = True


@action()
def go(s: State, number: Number) -> None:
    require(number > 0)
    opened(s, number)


@rule()
def nothing(s: State, number: Number) -> int:
    return 0


@chance(weight=nothing)
def drawn(s: State, number: Number) -> None:
    require(number > 1)
    s.through = True


@over()
def ended(s: State) -> bool:
    return s.through


mode = Mode("gate", state=State)
