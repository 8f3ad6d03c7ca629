"""The tasks of a test of an engine, and its findings so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from queensbench.conformance.following import Following
from queensbench.conformance.playing import MOST_MOVES, Record
from queensbench.engines.follow.reading_sets import Cube
from queensbench.errors import BadInput

INTERRUPTED = "interrupted"
"""The reason of the end where Ctrl-C came, or a signal like it."""
MAPPING = "the mapping failed"
"""The reason of the end where the mapping could not read what the engine said."""


@dataclass(frozen=True)
class Effort:
    """How much is tried: ``games`` at random, for at most ``seconds``, from ``seed`` on; ``moves`` of a play.

    ``tours``: whether small boxes are exhausted.  ``again``: differences of an older report, to be played again.
    """

    games: int = 200
    seed: int = 1
    seconds: float = 60.0
    moves: int = MOST_MOVES
    tours: bool = True
    again: Sequence[Mapping[str, Any]] = ()


@dataclass
class Difference:
    """A play that the rules do not allow: under no reading (``fault``), or under none that other plays leave.

    ``record``: the play, followed in ``following``; ``against``: plays it contradicts; ``alone``: what it leaves.
    """

    kind: str
    record: Record
    following: Following
    against: tuple[int, ...] = ()
    count: int = 1
    signature: tuple[Any, ...] = ()
    alone: tuple[Cube, ...] = ()


@dataclass
class Found:
    """What was found so far.

    ``fault``: why the test could not be ended: the engine failed, or the mapping (``reason``: :data:`MAPPING`).
    ``again``: by the key of an older report's difference, whether its play, played again, went as the rules say.
    """

    records: dict[int, Record] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    fault: BadInput | None = None
    unsteady: list[Record] = field(default_factory=list)
    unsupported: dict[str, str] = field(default_factory=dict)
    plays: int = 0
    moves: int = 0
    cut: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    clauses: set[str] = field(default_factory=set)
    toured: dict[str, tuple[int, int]] = field(default_factory=dict)
    again: dict[str, bool] = field(default_factory=dict)
    seconds: float = 0.0
    reason: str = ""


__all__ = ["INTERRUPTED", "MAPPING", "Difference", "Effort", "Found"]
