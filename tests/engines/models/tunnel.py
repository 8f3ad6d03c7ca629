"""A tunnel with many doors that lead out of the game: at each place one way goes on, and each door ends the walk."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial, over, require

Place = Annotated[int, Range(0, 30)]
Door = Annotated[int, Range(0, 9)]


class State(Record):
    """Where somebody stands, and the door that was taken (0: none)."""

    place: Place
    door: Door


@initial()
def start(s: State) -> None:
    """At the entrance."""
    s.place = 0


@action()
def leave(s: State, door: Door) -> None:
    """Out by a door one place further on."""
    require(door > 0)
    require(s.place < 30)
    s.place += 1
    s.door = door


@action()
def go_on(s: State) -> None:
    """One place further on."""
    require(s.place < 30)
    s.place += 1


@over()
def out(s: State) -> bool:
    """Whoever has taken a door is out."""
    return s.door > 0


mode = Mode("tunnel", state=State)
