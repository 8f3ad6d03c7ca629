"""Readings compared in every state of levels, with the one under which the levels were found.

Each state is compared by itself, as in memory (:mod:`queensbench.engines.compare.comparison`): its moves, what they
lead to, probabilities, whose choice it is, and ends.  If two readings part in no state of all, and begin alike, then by
induction all states and moves are the same under both.  The first state in which they part at all is reached by the
same play under both, for they part in none before it.  The first of a class need not be.

What this engine cannot see: another play in common to a class whose first state has none; differences after the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from queensbench.engines.compare import kernels as c
from queensbench.engines.compare import state_kernels as apart
from queensbench.engines.layers.level_files import LevelFiles
from queensbench.engines.layers.messages import Diverged, Diverging, Task
from queensbench.engines.runtime.calls import Array
from queensbench.readers.native.layout import REFUSED

PLACES = {
    "winner": apart.WINNER,
    "ending": apart.ENDING,
    "scored": apart.SCORED,
    "legal": apart.LEGAL,
    "decider": apart.DECIDER,
    "fault": apart.FAULTED,
}
"""The classes of differences, the strongest first, with their places in notes."""


@dataclass(frozen=True)
class LevelFirst:
    """In how many states readings part in a class, the number of the first, and the move that shows it (-1: none)."""

    count: int
    state: int
    code: int


@dataclass(frozen=True)
class LevelParting:
    """The comparison with one other reading.

    ``theirs``: for each ruling the number of its reading.  ``firsts``: by class.  ``start``: whether play begins alike.
    ``compared``: the states in which a ruling of the difference is consulted, or where none counts that.
    """

    theirs: tuple[int, ...]
    firsts: dict[str, LevelFirst]
    start: bool
    compared: int

    @property
    def parted(self) -> bool:
        """Whether anything was seen to differ."""
        return bool(self.firsts) or not self.start


def compared_readings(levels: LevelFiles) -> list[LevelParting]:
    """Compare each other reading of the settings in all states that were found.  Raises Stopped on Ctrl-C."""
    settings = levels.settings
    tasks: list[Task] = [
        Diverging(str(settings.scratch), levels.name, parts, settings.others)
        for parts, _ in levels.pieces(settings.piece)
    ]
    found = [one for one in levels.answers(tasks) if isinstance(one, Diverged)]
    return [_parting(levels, number, theirs, found) for number, theirs in enumerate(settings.others)]


def _parting(
    levels: LevelFiles, number: int, theirs: tuple[int, ...], found: Sequence[Diverged]
) -> LevelParting:
    firsts = {}
    for name, place in PLACES.items():
        at = (number * apart.CLASSES + place) * c.PARTED
        notes = [one.classes[at : at + c.PARTED] for one in found if one.classes[at]]
        if notes:
            _, _, state, code = min(notes, key=lambda note: note[2])
            firsts[name] = LevelFirst(sum(note[0] for note in notes), state, code)
    ours = _start(levels, levels.name.readings)
    other = _start(levels, theirs)
    same = ours is not None and other is not None and np.array_equal(ours, other)
    return LevelParting(theirs, firsts, same, sum(one.seen[number] for one in found))


def _start(levels: LevelFiles, readings: Sequence[int]) -> Array | None:
    """The start state under a reading; None where the rules break there."""
    native = levels.rules.native
    cells = np.zeros(len(levels.rules.system.cells), np.int32)
    status = levels.rules.functions["start_state"](
        cells, native.new_env(tuple(readings), levels.name.parameters), 1
    )
    return cells if status > REFUSED else None
