"""The engine's words, and the states that are left of a play, each with the readings that lead there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from queensbench.engines.follow.reading_sets import Cube
from queensbench.engines.follow.steps import State

Path = tuple[int, Any] | None
"""How a state was reached: the last move, and how the state before it was."""


@dataclass(frozen=True)
class Said:
    """One thing that an engine did or said, in its own words.

    ``what``: ``do`` (moves with their seats), ``refused`` (the same), ``chance`` (an outcome), ``unlucky`` (an outcome
    that it refused), ``drawn`` (chance, and it does not say what), ``state``, ``moves``, ``to_move``, ``result``.
    """

    what: str
    value: Any
    seat: str | None = None

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {"what": self.what, "value": self.value} | ({"seat": self.seat} if self.seat else {})


@dataclass
class Pairs:
    """States, each with its cubes and one way to it."""

    cubes: dict[State, list[Cube]] = field(default_factory=dict)
    paths: dict[State, Path] = field(default_factory=dict)

    def add(self, state: State, cube: Cube, path: Path) -> None:
        """Add a pair."""
        known = self.cubes.get(state)
        if known is None:
            self.cubes[state] = [cube]
            self.paths[state] = path
        elif cube not in known:
            known.append(cube)

    def __len__(self) -> int:
        return sum(map(len, self.cubes.values()))

    def __iter__(self) -> Any:
        for state, cubes in self.cubes.items():
            for cube in cubes:
                yield state, cube, self.paths[state]


def unrolled(path: Path) -> list[int]:
    """The codes of a way, the first one first."""
    codes: list[int] = []
    while path is not None:
        codes.append(path[0])
        path = path[1]
    return codes[::-1]
