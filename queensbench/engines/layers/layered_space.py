"""The result of an exploration by levels: counts, first states, plays, and a digest of the states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from queensbench.engines.explore.state_space import Exploration, Extremes
from queensbench.engines.layers.graph_questions import LevelAnswer
from queensbench.engines.layers.level_readings import LevelParting
from queensbench.engines.layers.level_steps import LevelSteps
from queensbench.engines.layers.run_kernels import library
from queensbench.engines.layers.search import Layers
from queensbench.engines.layers.settings import LayerSettings
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import Array, First
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.steps.judging import StepCode, move_against
from queensbench.errors import BadInput


def digest_text(sums: Sequence[int]) -> str:
    """The sums of two hashes of all states as one text of 32 hexadecimal digits."""
    return "".join(f"{one:016x}" for one in sums)


def digest_of(found: Exploration) -> str:
    """The digest of the states that were found in memory, to be held against :attr:`LayeredSpace.digest`."""
    sums = np.zeros(2, np.uint64)
    for shard in found._store.shards:
        library(shard.width)["digest"](View(shard.words), shard.count, View(sums))
    return digest_text([int(one) for one in sums])


class LayeredSpace:
    """The states that an exploration by levels has found.

    A state's number counts states by choices, then steps, then in the order of their packed words.  Attributes and
    methods that :class:`~queensbench.engines.explore.state_space.Exploration` has as well mean the same, except that
    the first state under a heading, and with it the play to it, may be another one with as many choices and steps.

    Attributes:
        digest: of the set of states, 32 hexadecimal digits: the same whatever the memory, the workers and the order
            in which the states were found.
        disk: the bytes of all runs of the levels.
    """

    def __init__(self, layers: Layers) -> None:
        notes = layers.notes
        self._layers = layers
        self.system, self.coding = layers.rules.system, layers.rules.coding
        self.reason, self.complete = layers.reason, layers.whole
        self.interrupted = layers.reason == "interrupted"
        self.seconds = layers.seconds
        self.states = layers.states
        self.expanded, self.transitions = notes.expanded, notes.transitions
        self.disk = layers.disk
        self.digest = digest_text(layers.sums)
        names = self.system.clauses
        self.clauses = {name: int(n) for name, n in zip(names, notes.clauses, strict=False)}
        sizes: dict[int, int] = {}
        for level in layers.levels:
            sizes[level.choices] = sizes.get(level.choices, 0) + level.states
        self.level_sizes = tuple(sizes.get(n, 0) for n in range(max(sizes, default=-1) + 1))
        self.levels = max(0, len(self.level_sizes) - 1)
        self.steps_most = max((level.steps for level in layers.levels), default=0)
        silences, players = layers.rules.sizes["SILENCES"], layers.rules.sizes["PLAYERS"]
        self.deadlocks = _first(notes.ends, 0)
        self.silences = tuple(_first(notes.ends, 1 + j) for j in range(silences))
        self.ends = {
            tuple(p for p in range(players) if who >> p & 1): note
            for who in range(1 << players)
            if (note := _first(notes.ends, 1 + silences + who)).count
        }
        judges = range(layers.rules.sizes["JUDGES"] if layers.settings.judging else 0)
        self.failing = tuple(_first(notes.judged, 2 * j) for j in judges)
        self.holding = tuple(_first(notes.judged, 2 * j + 1) for j in judges)
        scored = range(layers.rules.sizes["SCORES"]) if self.ends else ()
        self.scores = tuple(_extremes_of(notes.scores, p) for p in scored)

    @property
    def graph_answers(self) -> list[LevelAnswer] | None:
        """The answers to the questions of the settings; None where they were not answered."""
        return self._layers.answers_by_graph

    @property
    def unanswered(self) -> str:
        """Why the questions could not be answered; empty if they were, or were not asked."""
        return self._layers.unanswered

    @property
    def steps_judged(self) -> LevelSteps | None:
        """What judges of steps have found; None where they were not asked."""
        return self._layers.steps_judged

    @property
    def partings(self) -> list[LevelParting] | None:
        """How other readings compare; None where they were not asked."""
        return self._layers.partings

    def moves_against(self, code: StepCode, judge: int, state: int) -> list[int]:
        """The codes of a shortest play to a state, and the first move from there that a judge of steps is against."""
        name = self._layers.name
        named = name.readings, name.parameters
        native = self._layers.rules.native
        return [*self.moves_to(state), move_against(native, named, code, judge, self.cells(state))]

    def way(self, states: Sequence[int]) -> list[int]:
        """The codes of moves that lead from each of some states to the next."""
        return self._layers.codes([self._layers.state(state) for state in states])

    def cells(self, state: int) -> Array:
        """The cells of a state (int32)."""
        words = np.array(self._layers.state(state), np.uint64)
        return self._layers.rules.native.unpack(words.view(np.int64))

    def choices(self, state: int) -> int:
        """The least number of players' choices that lead to a state."""
        return self._layers.levels[self._layers.place_of(state)].choices

    def steps(self, state: int) -> int:
        """The least number of steps among the ways with the fewest choices."""
        return self._layers.levels[self._layers.place_of(state)].steps

    def moves_to(self, state: int) -> list[int]:
        """The codes of one shortest play from the start state to a state."""
        return self._layers.play_to(state)


def _first(notes: Array, place: int) -> First:
    return First.of([notes], place) if len(notes) else First(0, None)


def _extremes_of(scores: Array, player: int) -> Extremes:
    row = [int(n) for n in scores.reshape(-1, k.EXTREME)[player]]
    return Extremes(row[0], row[2], -row[3], row[5])


def explored_by_levels(box: Box, readings: Mapping[str, Any] | None, settings: LayerSettings) -> LayeredSpace:
    """Find every state of a box by levels in files, or as many as the bounds allow.

    Raises BadInput for a scratch folder that cannot be used, too little memory and a budget of no state, and what
    :func:`queensbench.engines.explore.explorer.explore` raises for faults of the model.
    """
    if settings.max_states is not None and settings.max_states < 1:
        raise BadInput("the budget holds no state", remedy="allow at least 1 state")
    layers = Layers(box, box.raw(readings), settings)
    try:
        with box.told():
            layers.search()
    finally:
        layers.close()
    return LayeredSpace(layers)
