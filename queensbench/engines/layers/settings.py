"""Settings of an exploration by levels, and notes on each level and on the states that were expanded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from queensbench.engines.layers.graph_questions import GraphQuestion
from queensbench.engines.layers.messages import Expanded, Submit
from queensbench.engines.layers.runs import Run
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array
from queensbench.errors import BadInput

PIECE = 1 << 19
"""The states of a level that one task expands, at most."""
SHARD = 1 << 20
"""The candidates that one task merges, about."""
SMALL = 1 << 14
"""Levels of at most so many states are made in memory, without tasks."""
SAVED = 1.0
"""Levels that are made in memory are written after so many seconds."""
MOST_ROOM = 1 << 22
LEAST_ROOM = 1 << 14
MOST_STRIDE = 1 << 30
BASE = 160 << 20
"""What a process takes with the toolkit and a compiler loaded."""
WORKER = 48 << 20
"""What a worker takes beside the states that it sorts."""


@dataclass(frozen=True)
class Told:
    """How far an exploration is: states, choices of the last level, bytes on disk, seconds, and those left if known."""

    states: int
    level: int
    disk: int
    seconds: float
    left: float | None


def _nothing(so_far: Told) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class LayerSettings:
    """The instance to explore by levels, and the bounds.

    Attributes:
        scratch: the folder for the levels.
        memory: the bytes of all workers together.
        workers: how many share the memory; in this process each has a thread of its own.
        resume: go on with the exploration that the folder holds.
        max_states: the search ends before the level with which there would be more states than this.
        judging: whether properties are evaluated.
        project: the folder of the project, for workers in other processes.
        expected: about how many states there are, if that is known.
        progress: told after each level.
        submit: carries out tasks elsewhere, in place of the workers here.
        questions: what is asked of the graph, once all states are found.
        steps: the name of the judges of steps (:func:`queensbench.engines.layers.sites.known_judges`); none if empty.
        others: readings that are compared with that of the exploration in each state, as native code takes them.
        piece, shard: the states that one task expands, and merges.
        small: levels of at most so many states are made in memory (0: none).
        saved: levels that are made in memory are written after so many seconds.
    """

    scratch: Path
    memory: int = 512 << 20
    workers: int = 2
    resume: bool = False
    max_states: int | None = None
    judging: bool = True
    project: str = ""
    expected: int = 0
    progress: Callable[[Told], None] = _nothing
    submit: Submit | None = None
    questions: tuple[GraphQuestion, ...] = ()
    steps: str = ""
    others: tuple[tuple[int, ...], ...] = ()
    piece: int = PIECE
    shard: int = SHARD
    small: int = SMALL
    saved: float = SAVED


@dataclass(frozen=True)
class Level:
    """The states with so many choices and steps: how many, and the runs that hold them, in order."""

    choices: int
    steps: int
    states: int
    runs: tuple[Run, ...]

    def to_json(self) -> list[Any]:
        """The fields as a list."""
        return [self.choices, self.steps, self.states, [run.to_json() for run in self.runs]]

    @staticmethod
    def of_json(data: list[Any]) -> Level:
        """The level that :meth:`to_json` has told of."""
        return Level(data[0], data[1], data[2], tuple(Run.of_json(one) for one in data[3]))


@dataclass
class Notes:
    """The facts about the states that were expanded: counts, and firsts by their numbers."""

    expanded: int = 0
    transitions: int = 0
    ends: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    judged: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    scores: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    clauses: Array = field(default_factory=lambda: np.zeros(0, np.int64))

    def add(self, one: Expanded) -> None:
        """Take in what a task has found."""
        self.expanded += one.counts[0]
        self.transitions += one.counts[1]
        self.ends = _noted(self.ends, np.array(one.ends, np.int64))
        self.judged = _noted(self.judged, np.array(one.judged, np.int64))
        self.scores = _extremes(self.scores, np.array(one.scores, np.int64))
        clauses = np.array(one.clauses, np.int64)
        self.clauses = clauses if not len(self.clauses) else self.clauses + clauses

    def to_json(self) -> list[Any]:
        """The fields as a list."""
        arrays = (self.ends, self.judged, self.scores, self.clauses)
        return [self.expanded, self.transitions, *(a.tolist() for a in arrays)]

    @staticmethod
    def of_json(data: list[Any]) -> Notes:
        """The notes that :meth:`to_json` has told of."""
        return Notes(data[0], data[1], *(np.array(a, np.int64) for a in data[2:]))


def _noted(mine: Array, more: Array) -> Array:
    """Notes (a count, a key and the first state) of two tasks as one."""
    if not len(mine):
        return more
    a, b = mine.reshape(-1, k.NOTE), more.reshape(-1, k.NOTE)
    theirs = (b[:, 0] > 0) & ((a[:, 0] == 0) | (b[:, 2] < a[:, 2]))
    out = np.where(theirs[:, None], b, a)
    out[:, 0] = a[:, 0] + b[:, 0]
    return out.reshape(-1)


def _extremes(mine: Array, more: Array) -> Array:
    """The extremes of scores of two tasks as one; each is a value, a key and the first state."""
    if not len(mine):
        return more
    a, b = mine.reshape(-1, 3), more.reshape(-1, 3)
    theirs = (b[:, 0] < a[:, 0]) | ((b[:, 0] == a[:, 0]) & (b[:, 2] < a[:, 2]))
    return np.where(theirs[:, None], b, a).reshape(-1)


def stride_share(settings: LayerSettings) -> int:
    """The bytes for levels in memory: half of what is not needed by all means."""
    rest = settings.memory - BASE - settings.workers * WORKER
    return max(0, min(rest // 2, MOST_STRIDE))


def room_for(settings: LayerSettings, words: int) -> int:
    """How many states a worker may hold.  Raises BadInput where these are fewer than :data:`LEAST_ROOM`."""
    per = (settings.memory - BASE) // settings.workers - WORKER
    if per >= 32 * words * LEAST_ROOM:
        per -= stride_share(settings) // settings.workers
    room = per // (16 * words)
    if room < LEAST_ROOM:
        least = BASE + settings.workers * (WORKER + 16 * words * LEAST_ROOM)
        raise BadInput(
            f"{settings.memory >> 20} MiB is too little for {settings.workers} workers",
            where="--memory",
            remedy=f"give {-(-least >> 20)} MiB or more",
        )
    return int(min(room, MOST_ROOM))
