"""What was measured of the peers, as rows that are kept as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Used:
    """One contestant at one box: medians over the rounds.

    Attributes:
        ready: processor seconds before the search can begin: to start, generate and compile.
        seconds: processor seconds of the search.
        peak: greatest resident size of the process, in bytes.
        ratio: its seconds divided by Queensbench's of the same round.
    """

    ready: float
    seconds: float
    peak: int
    ratio: float


@dataclass(frozen=True)
class Explored:
    """One box by all who took it; the counts are the same for all."""

    name: str
    states: int
    transitions: int
    depth: int
    growing: bool
    used: Mapping[str, Used]


@dataclass(frozen=True)
class Speed:
    """One player at one game: moves a processor second, mean length, how many times Queensbench's speed."""

    rate: float
    mean: float
    ratio: float


@dataclass(frozen=True)
class Game:
    """One game by all who played it."""

    name: str
    speeds: Mapping[str, Speed]


@dataclass(frozen=True)
class Results:
    """One part of a run of the command: boxes that were explored, or games that were played."""

    machine: Mapping[str, Any]
    programs: Mapping[str, str]
    rounds: int
    quick: bool
    missing: Mapping[str, str] = field(default_factory=dict)
    explored: tuple[Explored, ...] = ()
    played: tuple[Game, ...] = ()

    @property
    def part(self) -> str:
        """Which part: ``explore`` or ``play``."""
        return "explore" if self.explored else "play"

    @property
    def explorers(self) -> tuple[str, ...]:
        """Who explored, in order."""
        return _names(row.used for row in self.explored)

    @property
    def players(self) -> tuple[str, ...]:
        """Who played, in order."""
        return _names(row.speeds for row in self.played)

    def as_json(self) -> dict[str, Any]:
        """As ``--json`` prints it."""
        return asdict(self)


def _names(rows: Iterator[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for row in rows for name in row))


def read(data: Mapping[str, Any]) -> Results:
    """The results that were kept as JSON."""
    explored = tuple(
        Explored(**{**row, "used": {name: Used(**used) for name, used in row["used"].items()}})
        for row in data["explored"]
    )
    played = tuple(
        Game(row["name"], {name: Speed(**speed) for name, speed in row["speeds"].items()})
        for row in data["played"]
    )
    return Results(**{**data, "explored": explored, "played": played})
