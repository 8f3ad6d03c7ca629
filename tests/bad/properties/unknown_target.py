"""A target, and a moment, that no property of the instance means."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, can_reach, holds, initial, reachable

Die = Annotated[int, Range(1, 6)]


class State(Record):
    die: Die


@initial()
def start(s: State) -> None:
    pass


@reachable("six", holds("as rolled"), instances=("other",))
def six(s: State) -> bool:
    return s.die == 6


@reachable("one", holds("as rolled"))
def one(s: State) -> bool:
    return s.die == 1


can_reach("six-in-reach", State, holds("as rolled"), target="six", since="ones", module=__name__)


mode = Mode("bad", state=State)
