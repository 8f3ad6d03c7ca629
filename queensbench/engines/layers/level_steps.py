"""Properties of steps, judged of every step from the states of levels.

They are judges of the system over two states (:mod:`queensbench.rules.transforms.previous_states`), asked as they are
in memory (:mod:`queensbench.engines.steps.judging`): each pair of states once, and the first step by choices, then
steps, then the number of the state before it.

What this engine cannot see: all first steps against a property but one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from queensbench.engines.layers.level_files import LevelFiles
from queensbench.engines.layers.messages import Stepped, Stepping, Task
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import First


@dataclass(frozen=True)
class LevelSteps:
    """What judges of steps have found.

    ``pairs``: of states, the start by itself as one.  ``failing``: for each judge how many fail it, and the number of
    the state before the first of them; None where a judge has left its ranges.
    """

    pairs: int
    failing: tuple[First, ...] | None


def judged_steps(levels: LevelFiles) -> LevelSteps:
    """Judge the steps from all states that were found.  Raises Stopped on Ctrl-C."""
    depths = [
        (number, one.choices, one.steps) for number, one in zip(levels.behind, levels.levels, strict=False)
    ]
    settings = levels.settings
    tasks: list[Task] = []
    for parts, last in levels.pieces(settings.piece):
        of = tuple(depths[levels.place_of(parts[0].number) : last + 1])
        tasks.append(Stepping(str(settings.scratch), levels.name, parts, of, settings.steps))
    return _together([one for one in levels.answers(tasks) if isinstance(one, Stepped)])


def _together(found: Sequence[Stepped]) -> LevelSteps:
    pairs = 1 + sum(one.steps for one in found)
    if any(one.outside for one in found):
        return LevelSteps(pairs, None)
    notes = [np.array(one.failing, np.int64) for one in found]
    judges = len(notes[0]) // k.NOTE if notes else 0
    return LevelSteps(pairs, tuple(First.of(notes, judge) for judge in range(judges)))
