"""The states of this project's boxes, counted by the explorer and once more by the interpreter alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from queensbench.engines.explore.state_space import Exploration
from queensbench.project import projects
from queensbench.readers.interpreter import Interpreter
from tests.engine_box import EngineBox

ROOT = Path(__file__).resolve().parents[1]


@cache
def session_of(name: str, box: str) -> EngineBox:
    """A mode of this project at one of its boxes, by names: ``session_of("queue4/standard", "six")``."""
    ruleset, mode = projects.load(ROOT).mode(name)
    instance = projects.mode_instance(mode, box)
    return EngineBox(ruleset.name, mode, instance, projects.system(ruleset, mode, instance))


def counted(found: Exploration) -> tuple[int, int, int, int]:
    """States, transitions, the most choices of a shortest play to a state, and ended states of a whole exploration."""
    assert found.complete
    return found.states, found.transitions, found.levels, sum(first.count for first in found.ends.values())


def by_interpreter(
    name: str, box: str, silences: Sequence[tuple[str, str]] = ()
) -> tuple[int, int, int, int]:
    """States, transitions, ended and silent states, found by the interpreter alone; ``silences``: those it may meet."""
    _, mode = projects.load(ROOT).mode(name)
    rules = Interpreter(mode, projects.mode_instance(mode, box), {})
    start = rules.start()
    seen = {tuple(rules.cells(start, silences))}
    queue = [start]
    edges = ended = silent = 0
    for state in queue:
        if rules.silence(state) is not None:
            silent += 1
            continue
        if rules.over(state):
            ended += 1
            continue
        for move in rules.moves(state):
            edges += 1
            new = rules.apply(state, move)
            key = tuple(rules.cells(new, silences))
            if key not in seen:
                seen.add(key)
                queue.append(new)
    return len(seen), edges, ended, silent
